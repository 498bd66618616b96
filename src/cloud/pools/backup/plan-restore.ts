// Plans the policies for alerts of a backup that nothing reports any more. The old field accepts nothing but empty text, so that alerts come
// back as policies only.
import type { ApiPool } from '../../api/index.ts';
import { Coverage, type LivePolicies } from '../coverage/coverage.ts';
import { type UncoveredEvents, uncoveredEvents } from '../coverage/uncovered-events.ts';
import type { RestorePlan } from '../migration.ts';
import { planPolicies } from '../plan/plan-policies.ts';
import { countEvents, NO_EVENTS } from '../pool/event-mask.ts';
import { readLegacyPool, recipientsOf } from '../pool/legacy-pool.ts';
import { type BackedUpPool, type Backup, backedUpPools } from './backed-up-pools.ts';
import { backupWarnings } from './backup-warnings.ts';

/** What a restoration is planned from. */
export interface RestoreRequest extends LivePolicies {
  readonly account: string;
  readonly backupPath: string;
  readonly backup: Backup;
  /** Every pool of the account. */
  readonly pools: readonly ApiPool[];
  /** @default no limit */
  readonly poolsPerPolicy?: number | undefined;
}

/** Plans the policies that a backup needs and an account does not have. */
export function planRestore({
  account,
  backupPath,
  backup,
  pools,
  poolsPerPolicy,
  ...live
}: RestoreRequest): RestorePlan {
  const coverage = new Coverage(live);
  const { existing } = backedUpPools(backup, pools);
  let alerts = 0;
  const missing: UncoveredEvents[] = [];
  for (const pool of existing) {
    alerts += recipientsOf(pool.legacy, pool.entry.webhooks).length * countEvents(pool.legacy.events);
    missing.push(...unreportedEvents(pool, coverage));
  }
  const policies = planPolicies(missing, live.policies, poolsPerPolicy);
  return {
    version: 1,
    account,
    backup: backupPath,
    policies,
    alerts,
    covered: alerts - missing.reduce((sum, one) => sum + countEvents(one.events), 0),
    warnings: backupWarnings(existing, missing, coverage),
    isPending: policies.length > 0,
  };
}

/** What neither a policy reports of a backup nor a pool itself. @param pools every pool of the account */
export function unreportedAlerts(backup: Backup, pools: readonly ApiPool[], live: LivePolicies): number {
  const coverage = new Coverage(live);
  const { existing } = backedUpPools(backup, pools);
  return existing
    .flatMap((pool) => unreportedEvents(pool, coverage))
    .reduce((sum, { events }) => sum + countEvents(events), 0);
}

/** Alerts that neither a policy reports nor the pool itself to the recipients that it still has. */
function unreportedEvents({ legacy, entry, current }: BackedUpPool, coverage: Coverage): UncoveredEvents[] {
  const still = readLegacyPool(current);
  const mailed = new Set(still === undefined ? [] : recipientsOf(still, []));
  return uncoveredEvents(legacy, entry.webhooks, coverage)
    .map((one) => (mailed.has(one.recipient) ? { ...one, events: one.events & ~still!.events } : one))
    .filter(({ events }) => events !== NO_EVENTS);
}
