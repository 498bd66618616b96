// Verifies a migration: every pool is clear, and live policies report every alert of the backup. Changes nothing.
import { printPlural } from '../../../base/index.ts';
import type { ApiPool } from '../../api/index.ts';
import { Coverage, type LivePolicies } from '../coverage/coverage.ts';
import { alertsOf, type UncoveredEvents, uncoveredEvents } from '../coverage/uncovered-events.ts';
import type { RemainingPool, Verification } from '../migration.ts';
import { byName } from '../pool/by-name.ts';
import { countEvents } from '../pool/event-mask.ts';
import { type LegacyPool, readLegacyPool, recipientsOf } from '../pool/legacy-pool.ts';
import { type Backup, backedUpPools } from './backed-up-pools.ts';
import { backupWarnings } from './backup-warnings.ts';

/** What a verification compares. */
export interface VerifyRequest extends LivePolicies {
  readonly account: string;
  readonly backupPath: string;
  readonly backup: Backup;
  /** Every pool of the account. */
  readonly pools: readonly ApiPool[];
}

/** Compares the pools and policies of an account with a backup. */
export function verifyMigration({ account, backupPath, backup, pools, ...live }: VerifyRequest): Verification {
  const coverage = new Coverage(live);
  const { existing, deleted } = backedUpPools(backup, pools);
  const remaining = pools
    .flatMap((pool) => readLegacyPool(pool) ?? [])
    .sort(byName)
    .map(remainingPool);
  let alerts = 0;
  const missing: UncoveredEvents[] = [];
  for (const { legacy, entry } of existing) {
    alerts += recipientsOf(legacy, entry.webhooks).length * countEvents(legacy.events);
    missing.push(...uncoveredEvents(legacy, entry.webhooks, coverage));
  }
  return {
    version: 1,
    account,
    backup: backupPath,
    poolCount: pools.length,
    remaining,
    alerts,
    uncovered: missing.flatMap(alertsOf),
    deleted,
    warnings: backupWarnings(existing, missing, coverage),
    isComplete: remaining.length === 0 && missing.length === 0,
  };
}

function remainingPool({ id, name, emails, problems }: LegacyPool): RemainingPool {
  const [first] = problems;
  const held = `${printPlural(emails.length, 'recipient is', 'recipients are')} left.`;
  return { id, name, reason: first === undefined ? held : emails.length === 0 ? first : `${held} ${first}` };
}
