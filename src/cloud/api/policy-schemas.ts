// The results for notification policies, silences and webhooks, with the keys whose types headgate relies on. Other keys of a policy pass
// unchecked.
import { z } from 'zod';
import type { ApiPolicy, ApiSilence, ApiWebhook } from './alerting-types.ts';
import { withoutNull } from './result-schemas.ts';

const anObject = 'an object';
const text = z.string('text or null').nullish();
const id = z.string('text').min(1, 'text that is not empty');

/** Recipients of one kind. An entry without an id is not a recipient. */
const destinations = z
  .array(z.looseObject({ id: text }, anObject), 'an array or null')
  .nullish()
  .transform((entries) => entries?.flatMap((entry) => (entry.id ? [{ ...entry, id: entry.id }] : [])));

const mechanisms = z
  .looseObject({ email: destinations, webhooks: destinations, pagerduty: destinations })
  .transform((kinds) => withoutNull(kinds))
  .nullish();

/**
 * One policy. Null means "not set", as a missing key does; within `filters` it stays, because it may restrict the policy. One odd policy
 * must not hide the others: texts and recipients of another type are left out, and `enabled` and `filters` pass unchecked and unchanged (an
 * object schema would drop the key `__proto__`, and with it what restricts the policy). For headgate, such a policy notifies no recipient.
 */
export const apiPolicy = z
  .looseObject(
    {
      id,
      name: text.catch(undefined),
      description: text.catch(undefined),
      alert_type: text.catch(undefined),
      mechanisms: mechanisms.catch(undefined),
    },
    anObject,
  )
  .transform((policy) => withoutNull(policy) as ApiPolicy);

/** All policies. Null: none. */
export const apiPolicies = z
  .array(apiPolicy, 'an array')
  .nullable()
  .transform((policies) => policies ?? []);

/** A created policy: only its id. */
export const createdPolicy = z.looseObject({ id }, anObject);

/** All silences. Null: none. */
export const apiSilences = z
  .array(
    z
      .object({ id, policy_id: text, start_time: text, end_time: text }, anObject)
      .transform((silence) => withoutNull(silence) as unknown as ApiSilence),
    'an array',
  )
  .nullable()
  .transform((silences) => silences ?? []);

/** A webhook, without the secret that its requests carry. */
export const apiWebhook = z
  .object({ id, name: text, url: text }, anObject)
  .transform((webhook) => withoutNull(webhook) as unknown as ApiWebhook);
