// A backup, and its pools with the alerts that their recipients must receive, against the pools that still exist.
import type { ApiPool } from '../../api/index.ts';
import type { PoolName } from '../migration.ts';
import { byName } from '../pool/by-name.ts';
import { type LegacyPool, readLegacyPool } from '../pool/legacy-pool.ts';

/** The recipients of a pool at a time. */
export interface BackupEntry {
  readonly id: string;
  readonly name: string;
  /** As the API returned it: text in a valid pool. */
  readonly notification_email: unknown;
  /** As the API returned it; missing if the pool had none. */
  readonly notification_filter?: unknown;
  /** Whether parts that are not e-mail addresses were given up. */
  readonly force: boolean;
  /** Ids of the webhooks that the pool's alerts had to reach as well. */
  readonly webhooks: readonly string[];
  /** RFC 3339. */
  readonly readAt: string;
}

/** The backup of an account. */
export interface Backup {
  readonly version: 1;
  readonly account: string;
  /** In the order in which they were added; the last entry of a pool counts. */
  readonly entries: readonly BackupEntry[];
}

/** A pool of the backup that still exists. */
export interface BackedUpPool {
  /** As it was at the time of the backup; the name is the present one. */
  readonly legacy: LegacyPool;
  readonly entry: BackupEntry;
  /** As it is. */
  readonly current: ApiPool;
}

/** The pools of a backup. */
interface BackedUpPools {
  /** With recipients at the time of the backup; in ascending order of name. */
  readonly existing: readonly BackedUpPool[];
  /** Pools that no longer exist, in ascending order of name. */
  readonly deleted: readonly PoolName[];
}

/** Reads the latest entry of each pool. */
export function backedUpPools(backup: Backup, pools: readonly ApiPool[]): BackedUpPools {
  const latest = new Map(backup.entries.map((entry) => [entry.id, entry]));
  const current = new Map(pools.map((pool) => [pool.id, pool]));
  const existing: BackedUpPool[] = [];
  const deleted: PoolName[] = [];
  for (const entry of latest.values()) {
    const pool = current.get(entry.id);
    if (pool === undefined) {
      deleted.push({ id: entry.id, name: entry.name });
      continue;
    }
    const { notification_email, notification_filter } = entry;
    const legacy = readLegacyPool({ id: pool.id, name: pool.name, notification_email, notification_filter });
    if (legacy !== undefined) existing.push({ legacy, entry, current: pool });
  }
  return { existing: existing.sort((a, b) => byName(a.legacy, b.legacy)), deleted: deleted.sort(byName) };
}
