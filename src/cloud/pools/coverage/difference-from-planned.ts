// Why a policy that was created does not do what was planned. Reads policies as the proof of coverage does, so that both agree: a policy
// without a difference covers every alert of its plan.
import type { ApiPolicy, PolicyBody } from '../../api/index.ts';
import { type EventMask, eventsOf } from '../pool/event-mask.ts';
import { quoteValue } from '../pool/quote-value.ts';
import { type RecipientKey, recipientOf } from '../pool/recipient-key.ts';
import { type LivePolicies, type PolicyScope, policyScope } from './coverage.ts';

/**
 * Compares a policy with what was sent to create it.
 * @param found as the API returns it now
 * @returns why it does not cover an alert of what was sent, as the sentence part after its name: `has the filter "status", which headgate
 * does not know`; undefined if it covers all of them. A policy that reports more covers them too
 */
export function differenceFromPlanned(
  sent: PolicyBody,
  found: ApiPolicy,
  { silences, now }: Omit<LivePolicies, 'policies'>,
): string | undefined {
  const planned = policyScope({ ...sent, id: found.id }, [], now)!;
  const scope = policyScope(found, silences, now);
  if (scope === undefined) return `has the alert_type ${quoteValue(found.alert_type ?? null)}`;
  return scope.reason ?? missingPart(planned, scope);
}

function missingPart(planned: PolicyScope, scope: PolicyScope): string | undefined {
  const recipient = [...planned.recipients].find((one) => !scope.recipients.has(one));
  if (recipient !== undefined) return `does not notify ${printRecipient(recipient)}`;
  const events: EventMask = planned.events & ~scope.events;
  const [event] = eventsOf(events);
  if (event !== undefined)
    return `does not report that a${event.source === 'pool' ? ' pool' : 'n origin'} is ${event.health}`;
  const { pools } = scope;
  if (pools === undefined) return undefined;
  // Every planned policy names its pools.
  const pool = [...planned.pools!].find((id) => !pools.has(id));
  return pool === undefined ? undefined : `does not report the pool ${pool}`;
}

function printRecipient(key: RecipientKey): string {
  const recipient = recipientOf(key);
  return 'email' in recipient ? recipient.email : `the webhook ${recipient.webhook}`;
}
