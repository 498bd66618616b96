// Proves that live policies report every alert of the legacy recipients. The only place that creates the values without which nothing can be
// cleared, so that a clear without proof does not compile. Uses pools and policies as the API returns them, and nothing of a plan.
import type { ApiPool } from '../../api/index.ts';
import type { Alert, PoolName } from '../migration.ts';
import { byName } from '../pool/by-name.ts';
import { hasRecipients, readLegacyPool } from '../pool/legacy-pool.ts';
import { parseReportedEvents } from '../pool/parse-reported-events.ts';
import { Coverage, type LivePolicies } from './coverage.ts';
import { alertsOf, uncoveredEvents } from './uncovered-events.ts';

/** Key that no other file can name: only {@link proveCoverage} creates values with it. */
const PROVEN: unique symbol = Symbol('every alert is covered');

/** A pool whose recipients may be removed: every alert of it is covered, or it has no recipients. */
export interface ClearablePool extends PoolName {
  readonly [PROVEN]: true;
}

/** A listing of an account of which every pool may be cleared: what an edit of a whole page needs. */
export interface ProvenListing {
  /** Every pool, in the order of the listing. */
  readonly pools: readonly ClearablePool[];
  readonly [PROVEN]: true;
}

/** What `proveCoverage` examines. */
export interface ProofRequest extends LivePolicies {
  /** The newest listing, with every pool of the account, each once. */
  readonly pools: readonly ApiPool[];
  /** Ids of webhooks that must receive every alert too. */
  readonly webhooks: readonly string[];
  /** Whether pools with problems may be cleared once their valid addresses are covered. */
  readonly force: boolean;
}

/** Which alerts are covered, and so which pools may be cleared. */
export interface CoverageProof {
  /** Alerts of pools that are to be cleared and that no policy reports, in ascending order of the pools' names. */
  readonly uncovered: readonly Alert[];
  /**
   * Allows to clear a pool.
   * @param pool as the API returned it last
   * @returns undefined if an alert of it is uncovered, if it has problems (without `force`), if it is not in the proven listing, or if its
   * recipients or its filter are no longer those of the listing. A pool without recipients can always be cleared.
   */
  clearable(pool: ApiPool): ClearablePool | undefined;
  /** Undefined if at least one pool must keep its recipients. */
  readonly everyPool: ProvenListing | undefined;
}

/** Compares the recipients of pools with live policies. */
export function proveCoverage({ pools, webhooks, force, ...live }: ProofRequest): CoverageProof {
  const coverage = new Coverage(live);
  const uncovered: Alert[] = [];
  const proven = new Map<string, string>();
  for (const pool of [...pools].sort(byName)) {
    const legacy = readLegacyPool(pool);
    if (legacy === undefined || (legacy.problems.length > 0 && !force)) continue;
    const missing = uncoveredEvents(legacy, webhooks, coverage);
    if (missing.length === 0) proven.set(pool.id, fieldsOf(pool));
    for (const one of missing) uncovered.push(...alertsOf(one));
  }
  const clearable = (pool: ApiPool): ClearablePool | undefined => {
    const isProven = !hasRecipients(pool) || proven.get(pool.id) === fieldsOf(pool);
    return isProven ? { id: pool.id, name: pool.name, [PROVEN]: true } : undefined;
  };
  const allowed = pools.flatMap((pool) => clearable(pool) ?? []);
  return {
    uncovered,
    clearable,
    everyPool: allowed.length === pools.length ? { pools: allowed, [PROVEN]: true } : undefined,
  };
}

/** Text that changes with the recipients and with the events. Filters that admit the same events are equal: null, missing and `{}`. */
function fieldsOf({ notification_email, notification_filter }: ApiPool): string {
  const { events, problems } = parseReportedEvents(notification_filter);
  return JSON.stringify([notification_email ?? null, events, problems.length === 0 ? null : notification_filter]);
}
