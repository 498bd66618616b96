// The requests for notification policies, silences and webhooks. Results are checked for the keys whose types headgate relies on; other
// keys of a policy pass unchecked. docs/platform.md, "Notification policies".
import { isDeepStrictEqual } from 'node:util';
import type { PolicyCreateParams } from 'cloudflare/resources/alerting/policies';
import { z } from 'zod';
import { isPlainObject, lowerCaseAscii, printPlural } from '../../base/index.ts';
import type { ApiPolicy, ApiSilence, ApiWebhook, PolicyBody } from './alerting-types.ts';
import { accountOf } from './api-owners.ts';
import type { ManagementApi } from './management-api.ts';
import type { Connection } from './request/api-request.ts';
import { LOOK_UPS } from './request/request-limits.ts';
import { requestIfPresent, requestWholeList } from './request/request-result.ts';
import { withoutNull } from './result-schemas.ts';
import { findCreated, type LookUp, writeOnce } from './write/write-once.ts';

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
const apiPolicy = z
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
const apiPolicies = z
  .array(apiPolicy, 'an array')
  .nullable()
  .transform((policies) => policies ?? []);

/** A created policy: only its id. */
const createdPolicy = z.looseObject({ id }, anObject);

/** All silences. Null: none. */
const apiSilences = z
  .array(
    z
      .object({ id, policy_id: text, start_time: text, end_time: text }, anObject)
      .transform((silence) => withoutNull(silence) as unknown as ApiSilence),
    'an array',
  )
  .nullable()
  .transform((silences) => silences ?? []);

/** A webhook, without the secret that its requests carry. */
const apiWebhook = z
  .object({ id, name: text, url: text }, anObject)
  .transform((webhook) => withoutNull(webhook) as unknown as ApiWebhook);

/** Permission groups. docs/platform.md, "Notification policies". */
const MAY_READ = 'Notifications Read for this account';
const MAY_WRITE = 'Notifications Write for this account';
const SPLIT_ADVICE = 'split it (--pools-per-policy)';

/** Creates the functions. */
export function policyRequests(connection: Connection) {
  const listPolicies: ManagementApi['listPolicies'] = (account) =>
    requestWholeList(
      connection,
      {
        action: `list the notification policies of the account ${account}`,
        permission: MAY_READ,
        send: ({ alerting }, options) => alerting.policies.list(accountOf(account), options),
      },
      apiPolicies,
      'policy',
      'policies',
    );

  return {
    listPolicies,

    readPolicy: (account, id) =>
      requestIfPresent(
        connection,
        {
          action: `read the notification policy ${id} of the account ${account}`,
          permission: MAY_READ,
          send: ({ alerting }, options) => alerting.policies.get(id, accountOf(account), options),
        },
        apiPolicy,
      ),

    createPolicy: async (account, body, known) => {
      const created = await writeOnce<{ readonly id: string }>(connection, {
        request: {
          action: `create the notification policy ${JSON.stringify(body.name)} of the account ${account}`,
          permission: MAY_WRITE,
          creates: 'policy',
          advice: {
            'api-too-large': SPLIT_ADVICE,
            'api-rejected': `correct what its message names. If the policy is too large, ${SPLIT_ADVICE}`,
          },
          send: ({ alerting }, options) =>
            alerting.policies.create({ ...body, ...accountOf(account) } as unknown as PolicyCreateParams, options),
        },
        schema: createdPolicy,
        lookUp: async () => findCreatedPolicy(await listPolicies(account), body, known),
        lookUps: LOOK_UPS,
        isCreation: true,
        advice: 'run the command again: it compares the policies first',
      });
      return created.id;
    },

    listSilences: (account) =>
      requestWholeList(
        connection,
        {
          action: `list the silences of the account ${account}`,
          permission: MAY_READ,
          send: ({ alerting }, options) => alerting.silences.list(accountOf(account), options),
        },
        apiSilences,
        'silence',
        'silences',
      ),

    readWebhook: (account, id) =>
      requestIfPresent(
        connection,
        {
          action: `read the webhook ${id} of the account ${account}`,
          permission: MAY_READ,
          send: ({ alerting }, options) => alerting.destinations.webhooks.get(id, accountOf(account), options),
        },
        apiWebhook,
      ),
  } satisfies Partial<ManagementApi>;
}

/** Finds the policy. @param known ids of the policies before the creation */
function findCreatedPolicy(
  policies: readonly ApiPolicy[],
  body: PolicyBody,
  known: readonly string[],
): LookUp<{ readonly id: string }> {
  return findCreated(
    policies.filter(({ id, name }) => !known.includes(id) && name === body.name),
    (policy) => isDeepStrictEqual(contentOf(policy), contentOf(body)),
    (count) => `${printPlural(count, 'new policy', 'new policies')} of the same name`,
  );
}

/** What decides who is notified of what. Order, repetition and empty mechanisms are without meaning, and so is the case of an address. */
function contentOf({ enabled, alert_type, mechanisms = {}, filters = {} }: ApiPolicy | PolicyBody) {
  const { email = [], webhooks = [], pagerduty = [] } = mechanisms;
  return {
    enabled,
    alert_type,
    emails: sorted(email.map(({ id }) => lowerCaseAscii(id))),
    webhooks: sorted(webhooks.map(({ id }) => id)),
    pagerduty: sorted(pagerduty.map(({ id }) => id)),
    filters: isPlainObject(filters)
      ? Object.fromEntries(
          Object.entries(filters).map(([key, values]) => [key, Array.isArray(values) ? sorted(values) : values]),
        )
      : filters,
  };
}

function sorted(values: readonly unknown[]): unknown[] {
  return [...new Set(values)].sort();
}
