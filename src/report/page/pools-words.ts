// Words for pools, events and policies, and the sections that pages about pools share. Of each list of pools they show the first names:
// there may be thousands.
import { printCount, printPlural } from '../../base/index.ts';
import type { PlannedPolicy, PoolName, RemainingPool } from '../../cloud/pools/index.ts';
import type { EventName } from '../../verbs/index.ts';
import { tableSection } from './answer-page.ts';
import type { Section } from './page.ts';

/** Most names of pools in one place; --format json has all of them. */
const NAMES_SHOWN = 8;
/** Policies of a plan that are shown, and reasons for which pools keep recipients. */
const [POLICIES_SHOWN, REASONS_SHOWN] = [200, 20];
const SOURCES = ['pool', 'origin'] as const;
const HEALTHS = ['Unhealthy', 'Healthy'] as const;

/** `api-eu, api-us and 32 more`, each pool once. */
export function printNames(pools: readonly PoolName[]): string {
  const names = [...new Map(pools.map(({ id, name }) => [id, name])).values()];
  // One more name takes no more space than "and 1 more".
  if (names.length <= NAMES_SHOWN + 1) return names.join(', ');
  return `${names.slice(0, NAMES_SHOWN).join(', ')} and ${printCount(names.length - NAMES_SHOWN)} more`;
}

/** `41 pools: api-1, api-2 and 39 more` */
export function printPools(pools: readonly PoolName[], end = ''): string {
  return `${printPlural(pools.length, 'pool')}${end}: ${printNames(pools)}`;
}

/** As the names of policies: `every event`, `origin events`, `Unhealthy` (pool and origin events), `pool events: Unhealthy; pool and origin events: Healthy`. */
export function printEventKinds(events: readonly Pick<EventName, 'source' | 'health'>[]): string {
  const kinds = new Set(events.map(({ source, health }) => `${source} ${health}`));
  if (kinds.size === 0) return 'no event';
  if (kinds.size === SOURCES.length * HEALTHS.length) return 'every event';
  const byHealth = HEALTHS.map((health) => ({
    health,
    of: SOURCES.filter((source) => kinds.has(`${source} ${health}`)).join(' and '),
  })).filter(({ of }) => of !== '');
  const [first, second] = byHealth;
  if (first!.of === second?.of) return `${first!.of} events`;
  const isEverySource = byHealth.every(({ of }) => of === SOURCES.join(' and '));
  return byHealth.map(({ health, of }) => (isEverySource ? health : `${of} events: ${health}`)).join('; ');
}

/** The policies that a plan creates: of each its recipients and events, and the pools that it covers. */
export function policySection(policies: readonly PlannedPolicy[]): Section[] {
  const rows = policies.map(({ name, emails, webhooks, sources, health, pools }) => [
    { text: `+ ${name}`, tone: 'good' } as const,
    [...emails, ...webhooks.map((id) => `webhook ${id}`)].join(', '),
    printEventKinds(sources.flatMap((source) => health.map((one) => ({ source, health: one })))),
    printPools(pools),
  ]);
  return tableSection('Policies to create', ['Policy', 'Recipients', 'Events', 'Pools'], rows, POLICIES_SHOWN);
}

/** The pools that still have recipients, by reason. */
export function remainingSection(remaining: readonly RemainingPool[]): Section[] {
  const rows = [...Map.groupBy(remaining, ({ reason }) => reason)].map(([reason, pools]) => [
    printPools(pools),
    reason,
  ]);
  return tableSection('Pools that still have recipients', ['Pools', 'Reason'], rows, REASONS_SHOWN);
}
