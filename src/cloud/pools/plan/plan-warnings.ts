// Warnings of a plan: what is legal, but probably not intended. At most one sentence of each kind, with counts and the first names.
import { printCount, printPlural } from '../../../base/index.ts';
import type { ApiPool } from '../../api/index.ts';
import type { PolicyScope } from '../coverage/policy-scope.ts';
import { NO_EVENTS } from '../pool/event-mask.ts';
import type { LegacyPool } from '../pool/legacy-pool.ts';
import { printNames } from '../pool/print-names.ts';
import type { DoubleReport, PolicyUses } from './policy-uses.ts';

/** What warnings are computed from. */
export interface WarningRequest extends PolicyUses {
  /** Every pool of the account. */
  readonly pools: readonly ApiPool[];
  /** Pools that are to be cleared, in ascending order of name. */
  readonly migrated: readonly LegacyPool[];
}

/** Complete sentences. */
export function planWarnings({ pools, migrated, uses, doubles }: WarningRequest): string[] {
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
