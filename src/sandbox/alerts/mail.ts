// The e-mails of the service: what the outbox contains. Nothing is sent.

import { printPlural } from '../../base/index.ts';
import type { ApiMail } from '../../cloud/api/index.ts';
import { newId } from '../state/identity.ts';
import type { HealthEvent } from './health-event.ts';

/** A mail as the API returns it. */
export interface Mail extends ApiMail {
  readonly [key: string]: unknown;
}

/** Describes an event in one sentence. */
export function eventText({ pool, source, origin, health, atMs }: HealthEvent): string {
  const subject = source === 'pool' ? 'The' : `${origin === undefined ? 'An origin' : `The origin "${origin}"`} of the`;
  return `${subject} load-balancer pool "${pool.name}" (${pool.id}) changed to ${health} at ${printTime(atMs)}.`;
}

/** The mail to a recipient of a pool. */
export function legacyMail(event: HealthEvent, to: string): Mail {
  return {
    ...eventMail(event, to),
    kind: 'pool-health-legacy',
    text: `${eventText(event)}\n\nYou receive this e-mail because the pool has your address in notification_email.`,
    pool_id: event.pool.id,
    event_id: event.id,
  };
}

/** The mail to a recipient of a policy. */
export function policyMail(event: HealthEvent, to: string, policy: { id: string; name: string }): Mail {
  return {
    ...eventMail(event, to),
    kind: 'policy',
    text: `${eventText(event)}\n\nYou receive this e-mail because of the notification policy "${policy.name}" (${policy.id}).`,
    pool_id: event.pool.id,
    policy_id: policy.id,
    event_id: event.id,
  };
}

/** The mail about recipients that have to move to policies. @param pools number of pools that still have recipients */
export function deprecationMail(first: HealthEvent, to: string, pools: number): Mail {
  return {
    id: newId(),
    sent: printTime(first.atMs),
    kind: 'deprecation',
    to,
    subject: 'Action required: move the e-mail notifications of your load-balancer pools',
    text: `${printPlural(pools, 'pool')} of your account still ${pools === 1 ? 'has' : 'have'} recipients in notification_email, which is deprecated. Create notification policies for them, and set notification_email to an empty text.`,
    event_id: first.id,
  };
}

/** RFC 3339. @param ms milliseconds since 1970 */
export function printTime(ms: number): string {
  return new Date(ms).toISOString();
}

function eventMail({ pool, source, health, atMs }: HealthEvent, to: string) {
  const subject = source === 'pool' ? `pool ${pool.name} is` : `origin of pool ${pool.name} is`;
  return { id: newId(), sent: printTime(atMs), to, subject: `Load balancing: ${subject} ${health}` };
}
