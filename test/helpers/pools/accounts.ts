// Pools and policies in the form in which the API returns them.
import type { ApiPolicy, ApiPool, PolicyBody } from '../../../src/cloud/api/index.ts';
import type { Backup, BackupEntry } from '../../../src/cloud/pools/index.ts';

/** The time of the tests. */
export const NOW = new Date('2026-11-22T12:00:00Z');

/** A pool whose id derives from its name. */
export function pool(name: string, notification_email?: unknown, notification_filter?: unknown): ApiPool {
  return {
    id: `id-of-${name}`,
    name,
    enabled: true,
    ...(notification_email !== undefined && { notification_email }),
    ...(notification_filter !== undefined && { notification_filter }),
  } as unknown as ApiPool;
}

/** A policy about the health of pools that reports every event to one address. */
export function policy(id: string, changes: Readonly<Record<string, unknown>> = {}): ApiPolicy {
  return {
    id,
    name: `policy ${id}`,
    enabled: true,
    alert_type: 'load_balancing_health_alert',
    mechanisms: { email: [{ id: 'ops@example.com' }] },
    ...changes,
  };
}

/** Policies as the API returns them after they were created. */
export function created(bodies: readonly PolicyBody[]): ApiPolicy[] {
  return bodies.map((body, index) => ({ id: `created-${index}`, ...body }));
}

/** An entry of a backup for the pool that {@link pool} creates. */
export function entry(name: string, notification_email: string, changes: Partial<BackupEntry> = {}): BackupEntry {
  return {
    id: `id-of-${name}`,
    name,
    notification_email,
    force: false,
    webhooks: [],
    readAt: '2026-11-20T08:00:00Z',
    ...changes,
  };
}

/** A backup of the account `acc`. */
export function backupOf(entries: readonly BackupEntry[]): Backup {
  return { version: 1, account: 'acc', entries };
}
