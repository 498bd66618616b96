// Who receives the legacy e-mails of a pool. Implements docs/platform.md, "Pools", on its own: a migration is judged by what the sandbox
// delivers, so nothing here is shared with the plan of a migration.
import { isPlainObject } from '../../base/index.ts';
import type { StoredPool } from '../state/alerting/stored-alerting.ts';
import { addressKey } from './address-key.ts';
import type { HealthEvent } from './health-event.ts';

/** A name, one @, and a domain with a dot, without white space and punctuation of lists. A mail to anything else cannot be sent. */
const ADDRESS = /^[^\s@,;:"<>()[\]\\]+@[^\s@,;:"<>()[\]\\.]+(?:\.[^\s@,;:"<>()[\]\\.]+)+$/;

/** Returns the addresses that receive an event, each once whatever its case, in the order of the pool. */
export function legacyRecipients({ pool, source, health }: HealthEvent): string[] {
  const filter = isPlainObject(pool.notification_filter) ? pool.notification_filter[source] : undefined;
  if (isPlainObject(filter)) {
    if (filter.disable === true) return [];
    if (typeof filter.healthy === 'boolean' && filter.healthy !== (health === 'Healthy')) return [];
  }
  const byCase = new Map<string, string>();
  for (const part of partsOf(pool)) {
    const key = addressKey(part);
    if (ADDRESS.test(part) && !byCase.has(key)) byCase.set(key, part);
  }
  return [...byCase.values()];
}

/** Whether a pool is not yet cleared: it has at least one recipient, or text that is not an address. */
export function hasLegacyRecipients(pool: StoredPool): boolean {
  return partsOf(pool).length > 0;
}

function partsOf({ notification_email: text }: StoredPool): string[] {
  if (typeof text !== 'string') return [];
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
