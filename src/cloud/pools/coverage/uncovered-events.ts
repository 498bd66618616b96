// The alerts of pools that no live policy reports.
import type { Alert } from '../migration.ts';
import { nameOf } from '../pool/by-name.ts';
import { type EventMask, eventsOf, NO_EVENTS } from '../pool/event-mask.ts';
import { type LegacyPool, recipientsOf } from '../pool/legacy-pool.ts';
import { type RecipientKey, recipientOf } from '../pool/recipient-key.ts';
import type { Coverage } from './coverage.ts';

/** The events of a pool that a recipient must receive and that no policy reports to this recipient. */
export interface UncoveredEvents {
  readonly pool: LegacyPool;
  readonly recipient: RecipientKey;
  /** At least one. */
  readonly events: EventMask;
}

/** What no policy reports of a pool, by recipient. */
export function uncoveredEvents(pool: LegacyPool, webhooks: readonly string[], coverage: Coverage): UncoveredEvents[] {
  return recipientsOf(pool, webhooks)
    .map((recipient) => ({ pool, recipient, events: pool.events & ~coverage.eventsFor(pool.id, recipient) }))
    .filter(({ events }) => events !== NO_EVENTS);
}

/** Each alert of its own. */
export function alertsOf({ pool, recipient, events }: UncoveredEvents): Alert[] {
  return eventsOf(events).map((event) => ({ pool: nameOf(pool), ...event, recipient: recipientOf(recipient) }));
}
