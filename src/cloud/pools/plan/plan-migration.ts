// Plans a migration: what each pool reports to whom, which policies exist for it, and which are to be created. Pure.
import { type ApiPool, POOLS_PER_PAGE } from '../../api/index.ts';
import { Coverage, type LivePolicies } from '../coverage/coverage.ts';
import { uncoveredEvents } from '../coverage/uncovered-events.ts';
import type { ApplyCost, MigrationPlan, PlannedPool } from '../migration-plan.ts';
import { byName } from '../pool/by-name.ts';
import { reportedEvents } from '../pool/event-mask.ts';
import { type LegacyPool, readLegacyPool } from '../pool/legacy-pool.ts';
import { ignoredPolicies } from './ignored-policies.ts';
import { planPolicies } from './plan-policies.ts';
import { planWarnings } from './plan-warnings.ts';
import { policyUses, usedPolicies } from './policy-uses.ts';

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
