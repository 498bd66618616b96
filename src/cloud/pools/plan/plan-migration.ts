// Plans a migration: what each pool reports to whom, which policies exist for it, and which are to be created. Pure.
import { printCount, printPlural } from '../../../base/index.ts';
import { type ApiPool, POOLS_PER_PAGE } from '../../api/index.ts';
import { Coverage, type LivePolicies, type PolicyScope } from '../coverage/coverage.ts';
import { uncoveredEvents } from '../coverage/uncovered-events.ts';
import type { ApplyCost, MigrationPlan, PlannedPool, PoolName, UsedPolicy } from '../migration.ts';
import { byName, nameOf } from '../pool/by-name.ts';
import { countEvents, type EventMask, NO_EVENTS, reportedEvents } from '../pool/event-mask.ts';
import { type LegacyPool, readLegacyPool, recipientsOf } from '../pool/legacy-pool.ts';
import { printNames } from '../pool/print-names.ts';
import type { RecipientKey } from '../pool/recipient-key.ts';
import { ignoredPolicies } from './ignored-policies.ts';
import { planPolicies } from './plan-policies.ts';

/** A policy with the pools for which it is used. */
interface PolicyUse {
  readonly scope: PolicyScope;
  /** At least one, in ascending order of name. */
  readonly pools: readonly PoolName[];
}

/** Two policies that report the same alerts, so that their recipients receive them twice. */
interface DoubleReport {
  readonly first: PolicyScope;
  readonly second: PolicyScope;
  readonly alerts: number;
}

/** What existing policies do for pools. */
interface PolicyUses {
  /** In ascending order of name. */
  readonly uses: readonly PolicyUse[];
  /** Each alert counts for the first policy that reports it and each further one. */
  readonly doubles: readonly DoubleReport[];
}

/** What policies report of one pool to one recipient. */
interface ReportedAlerts {
  readonly index: number;
  readonly pool: LegacyPool;
  reported: EventMask;
  /** The first policy of each event. */
  readonly reporters: { readonly scope: PolicyScope; readonly events: EventMask }[];
}

/** What warnings are computed from. */
interface WarningRequest extends PolicyUses {
  /** Every pool of the account. */
  readonly pools: readonly ApiPool[];
  /** Pools that are to be cleared, in ascending order of name. */
  readonly migrated: readonly LegacyPool[];
}

/** What a migration is planned from. */
export interface PlanRequest extends LivePolicies {
  readonly account: string;
  /** Every pool of the account, each once. */
  readonly pools: readonly ApiPool[];
  /** Ids of webhooks that receive the alerts of every migrated pool too. */
  readonly webhooks: readonly string[];
  /** Whether to migrate the valid addresses of pools with problems. */
  readonly force: boolean;
  /** @default no limit */
  readonly poolsPerPolicy?: number | undefined;
}

/** Listings of all pools: two to plan, one to prove, one to check. After a question there is one more. */
const LISTINGS = 4;

/** Policies and silences: to plan, to prove, to check. */
const OTHER_READS = 6;

/** To clear a page or a pool: it is read, and cleared. */
const REQUESTS_TO_CLEAR = 2;

/** Requests that the API accepts in one window, and its length. docs/platform.md, "Management API". */
const WINDOW = { requests: 1200, minutes: 5 } as const;

/** Plans a migration. The result does not depend on the order of pools, policies, silences and webhooks. */
export function planMigration({
  account,
  pools,
  webhooks,
  force,
  poolsPerPolicy,
  ...live
}: PlanRequest): MigrationPlan {
  const coverage = new Coverage(live);
  const fields = new Map(pools.map((pool) => [pool.id, pool.notification_email]));
  const legacy = pools.flatMap((pool) => readLegacyPool(pool) ?? []).sort(byName);
  const migrated = legacy.filter((pool) => isMigrated(pool, force));
  const uncovered = migrated.flatMap((pool) => uncoveredEvents(pool, webhooks, coverage));
  const policies = planPolicies(uncovered, live.policies, poolsPerPolicy);
  const planned = legacy.map((pool) => plannedPool(pool, fields.get(pool.id), force));
  const existing = policyUses(migrated, webhooks, coverage);
  return {
    version: 1,
    account,
    poolCount: pools.length,
    pools: planned,
    policies,
    used: usedPolicies(existing.uses),
    ignored: ignoredPolicies(uncovered, coverage),
    warnings: planWarnings({ pools, migrated, ...existing }),
    apply: applyCost(pools.length, planned, policies.length),
    isPending: migrated.length > 0,
  };
}

/**
 * Estimates the requests of an apply, and how long it waits for the rate limit of the API. No other client changes anything meanwhile.
 */
function applyCost(poolCount: number, pools: readonly PlannedPool[], policies: number): ApplyCost {
  const cleared = pools.filter(({ action }) => action === 'clear').length;
  if (cleared === 0) return { requests: 0, waitMinutes: 0 };
  const pages = Math.ceil(poolCount / POOLS_PER_PAGE);
  const isPaged = cleared === pools.length;
  const requests =
    LISTINGS * requestsToList(poolCount) +
    OTHER_READS +
    policies +
    REQUESTS_TO_CLEAR * (isPaged ? Math.min(pages, cleared) : cleared);
  return { requests, waitMinutes: Math.floor(requests / WINDOW.requests) * WINDOW.minutes };
}

/** A full last page is followed by one more request, and so is the only page. As the API client lists them. */
function requestsToList(poolCount: number): number {
  return Math.max(2, Math.floor(poolCount / POOLS_PER_PAGE) + 1);
}

function isMigrated({ problems }: LegacyPool, force: boolean): boolean {
  return problems.length === 0 || force;
}

function plannedPool(pool: LegacyPool, field: unknown, force: boolean): PlannedPool {
  const { id, name, emails, events, problems } = pool;
  return {
    id,
    name,
    notificationEmail: typeof field === 'string' ? field : JSON.stringify(field),
    emails,
    events: reportedEvents(events),
    problems,
    action: isMigrated(pool, force) ? 'clear' : 'keep',
  };
}

/** Complete sentences. */
function planWarnings({ pools, migrated, uses, doubles }: WarningRequest): string[] {
  const disabledIds = new Set(pools.filter(({ enabled }) => enabled === false).map(({ id }) => id));
  return [
    ...aboutUnrestricted(uses.map(({ scope }) => scope).filter((scope) => scope.pools === undefined)),
    ...aboutIdentical(doubles.filter(isIdentical)),
    ...aboutDoubles(doubles.filter((double) => !isIdentical(double))),
    ...aboutDisabled(migrated.filter(({ id }) => disabledIds.has(id))),
    ...aboutSilent(migrated.filter(({ events }) => events === NO_EVENTS)),
    ...aboutForced(migrated.filter(({ problems }) => problems.length > 0)),
  ];
}

function aboutUnrestricted(scopes: readonly PolicyScope[]): string[] {
  if (scopes.length === 0) return [];
  const isOne = scopes.length === 1;
  const policies = isOne ? 'existing policy that is used has' : 'existing policies that are used have';
  return [
    `${printCount(scopes.length)} ${policies} no filter pool_id and also ${isOne ? 'reports' : 'report'} every other pool and future ones: ${printNames(scopes.map(({ name }) => name))}.`,
  ];
}

function aboutIdentical(doubles: readonly DoubleReport[]): string[] {
  const [first] = doubles;
  if (first === undefined) return [];
  const pair = `${JSON.stringify(first.first.name)} (${first.first.id}) and ${JSON.stringify(first.second.name)} (${first.second.id})`;
  const more = doubles.length === 1 ? '' : `; ${printPlural(doubles.length - 1, 'more pair')} of policies too`;
  return [`The existing policies ${pair} report exactly the same, so that each alert arrives twice${more}.`];
}

function aboutDoubles(doubles: readonly DoubleReport[]): string[] {
  const [first] = doubles;
  if (first === undefined) return [];
  const alerts = doubles.reduce((sum, one) => sum + one.alerts, 0);
  const pair = `${JSON.stringify(first.first.name)} and ${JSON.stringify(first.second.name)}`;
  const arrive = alerts === 1 ? 'arrives' : 'arrive';
  return [
    `${printPlural(alerts, 'alert')} already ${arrive} twice, because two existing policies report ${alerts === 1 ? 'it' : 'them'}, such as ${pair}.`,
  ];
}

function aboutDisabled(pools: readonly LegacyPool[]): string[] {
  if (pools.length === 0) return [];
  const are = pools.length === 1 ? 'is' : 'are';
  return [
    `${printPlural(pools.length, 'pool')} with recipients ${are} disabled and migrated like the others: ${namesOf(pools)}.`,
  ];
}

function aboutSilent(pools: readonly LegacyPool[]): string[] {
  if (pools.length === 0) return [];
  const admit = pools.length === 1 ? 'has a notification_filter that admits' : 'have a notification_filter that admits';
  return [
    `${printPlural(pools.length, 'pool')} with recipients ${admit} no event, and ${pools.length === 1 ? 'needs' : 'need'} no policy: ${namesOf(pools)}.`,
  ];
}

function aboutForced(pools: readonly LegacyPool[]): string[] {
  if (pools.length === 0) return [];
  const their = pools.length === 1 ? 'its' : 'their';
  return [
    `${printPlural(pools.length, 'pool')} with problems ${pools.length === 1 ? 'is' : 'are'} cleared (--force), and only ${their} valid addresses are migrated: ${namesOf(pools)}.`,
  ];
}

function namesOf(pools: readonly LegacyPool[]): string {
  return printNames(pools.map(({ name }) => name));
}

function isIdentical({ first, second }: DoubleReport): boolean {
  return (
    first.events === second.events &&
    isSameSet(first.recipients, second.recipients) &&
    isSameSet(first.pools, second.pools)
  );
}

function isSameSet(a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.size === b.size && [...a].every((one) => b.has(one));
}

/** Finds the policies that report at least one alert of the pools. @param pools in ascending order of name */
function policyUses(pools: readonly LegacyPool[], webhooks: readonly string[], coverage: Coverage): PolicyUses {
  const byRecipient = new Map<RecipientKey, ReportedAlerts[]>();
  for (const [index, pool] of pools.entries()) {
    for (const recipient of recipientsOf(pool, webhooks)) {
      const list = byRecipient.get(recipient);
      const own: ReportedAlerts = { index, pool, reported: NO_EVENTS, reporters: [] };
      if (list === undefined) byRecipient.set(recipient, [own]);
      else list.push(own);
    }
  }
  const uses: PolicyUse[] = [];
  const doubles = new Map<string, DoubleReport>();
  for (const scope of coverage.counting) {
    const used = new Set<number>();
    for (const recipient of scope.recipients) {
      for (const own of byRecipient.get(recipient) ?? []) {
        const events = own.pool.events & scope.events;
        if (events === NO_EVENTS || !(scope.pools?.has(own.pool.id) ?? true)) continue;
        used.add(own.index);
        noteReport(own, scope, events, doubles);
      }
    }
    if (used.size > 0)
      uses.push({ scope, pools: [...used].sort((a, b) => a - b).map((index) => nameOf(pools[index]!)) });
  }
  return { uses, doubles: [...doubles.values()] };
}

/** As a plan lists them. */
function usedPolicies(uses: readonly PolicyUse[]): UsedPolicy[] {
  return uses.map(({ scope: { id, name }, pools }) => ({ id, name, pools }));
}

function noteReport(
  own: ReportedAlerts,
  scope: PolicyScope,
  events: EventMask,
  doubles: Map<string, DoubleReport>,
): void {
  if ((own.reported & events) !== NO_EVENTS) {
    for (const earlier of own.reporters) {
      const alerts = countEvents(earlier.events & events);
      if (alerts === 0) continue;
      const key = `${earlier.scope.id} ${scope.id}`;
      const before = doubles.get(key)?.alerts ?? 0;
      doubles.set(key, { first: earlier.scope, second: scope, alerts: before + alerts });
    }
  }
  const added = events & ~own.reported;
  if (added === NO_EVENTS) return;
  own.reporters.push({ scope, events: added });
  own.reported |= added;
}
