// A pool with legacy recipients: who must receive which of its events. Plans, the proof of coverage and verifications read pools here.
import type { ApiPool } from '../../api/index.ts';
import type { PoolName } from '../migration.ts';
import type { EventMask } from './event-mask.ts';
import { parseRecipients } from './parse-recipients.ts';
import { parseReportedEvents } from './parse-reported-events.ts';
import { emailKey, type RecipientKey, webhookKey } from './recipient-key.ts';

/** A pool whose `notification_email` holds at least one part, be it an address or not. */
export interface LegacyPool extends PoolName {
  /** Valid addresses in lower case, each once, sorted. */
  readonly emails: readonly string[];
  /** What the pool reports to each of its recipients. */
  readonly events: EventMask;
  /** Complete sentences. */
  readonly problems: readonly string[];
}

/** Whether clearing a pool would remove anything, be it an address or not. */
export function hasRecipients({ notification_email: field }: ApiPool): boolean {
  return typeof field === 'string' ? /[^\s,]/.test(field) : field !== undefined && field !== null;
}

/** The recipients of a pool and its events. @returns undefined if the pool has no recipients */
export function readLegacyPool(pool: ApiPool): LegacyPool | undefined {
  if (!hasRecipients(pool)) return undefined;
  const { emails, problems } = parseRecipients(pool.notification_email);
  const filter = parseReportedEvents(pool.notification_filter);
  const { id, name } = pool;
  return { id, name, emails, events: filter.events, problems: [...problems, ...filter.problems] };
}

/** The keys of everyone who must receive the events of a pool. @param webhooks ids of the webhooks that receive the alerts of every pool */
export function recipientsOf(pool: LegacyPool, webhooks: readonly string[]): readonly RecipientKey[] {
  return [...pool.emails.map(emailKey), ...new Set(webhooks.map(webhookKey))];
}
