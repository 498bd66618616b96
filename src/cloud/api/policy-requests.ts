// The requests for notification policies, silences and webhooks. docs/platform.md, "Notification policies".
import type { PolicyCreateParams } from 'cloudflare/resources/alerting/policies';
import type { ManagementApi } from './management-api.ts';
import { apiPolicies, apiPolicy, apiSilences, apiWebhook, createdPolicy } from './policy-schemas.ts';
import type { ApiRequest, Connection } from './request/api-request.ts';
import { LOOK_UPS } from './request/request-limits.ts';
import { requestIfPresent, requestWholeList } from './request/request-result.ts';
import { readResult } from './result-schemas.ts';
import { accountOf } from './scope-words.ts';
import { findCreatedPolicy } from './write/find-created-policy.ts';
import { writeOnce } from './write/write-once.ts';

/** Permission groups. docs/platform.md, "Notification policies". */
const MAY_READ = 'Notifications Read for this account';
const MAY_WRITE = 'Notifications Write for this account';
const SPLIT_ADVICE = 'split it (--pools-per-policy)';

type PolicyRequests = Pick<
  ManagementApi,
  'listPolicies' | 'readPolicy' | 'createPolicy' | 'listSilences' | 'readWebhook'
>;

/** Creates the functions. */
export function policyRequests(connection: Connection): PolicyRequests {
  const listPolicies: ManagementApi['listPolicies'] = async (account) => {
    const request: ApiRequest = {
      action: `list the notification policies of the account ${account}`,
      permission: MAY_READ,
      hasEffects: false,
      send: ({ alerting }, options) => alerting.policies.list(accountOf(account), options),
    };
    return requestWholeList(connection, request, apiPolicies, 'policy', 'policies');
  };

  const readPolicy: ManagementApi['readPolicy'] = async (account, id) => {
    const request: ApiRequest = {
      action: `read the notification policy ${id} of the account ${account}`,
      permission: MAY_READ,
      hasEffects: false,
      send: ({ alerting }, options) => alerting.policies.get(id, accountOf(account), options),
    };
    return requestIfPresent(connection, request, apiPolicy);
  };

  const createPolicy: ManagementApi['createPolicy'] = async (account, body, known) => {
    const created = await writeOnce<{ readonly id: string }>(connection, {
      request: {
        action: `create the notification policy ${JSON.stringify(body.name)} of the account ${account}`,
        permission: MAY_WRITE,
        creates: 'policy',
        advice: {
          'api-too-large': `expected a smaller policy; ${SPLIT_ADVICE}`,
          'api-rejected': `expected a policy that the API accepts; correct what its message names. If the policy is too large, ${SPLIT_ADVICE}`,
        },
        hasEffects: true,
        send: ({ alerting }, options) =>
          alerting.policies.create({ ...body, ...accountOf(account) } as unknown as PolicyCreateParams, options),
      },
      read: (answer) => readResult(createdPolicy, answer),
      lookUp: async () => findCreatedPolicy(await listPolicies(account), body, known),
      lookUps: LOOK_UPS,
      isCreation: true,
      advice: 'run the command again: it compares the policies first',
    });
    return created.id;
  };

  const listSilences: ManagementApi['listSilences'] = async (account) => {
    const request: ApiRequest = {
      action: `list the silences of the account ${account}`,
      permission: MAY_READ,
      hasEffects: false,
      send: ({ alerting }, options) => alerting.silences.list(accountOf(account), options),
    };
    return requestWholeList(connection, request, apiSilences, 'silence', 'silences');
  };

  const readWebhook: ManagementApi['readWebhook'] = async (account, id) => {
    const request: ApiRequest = {
      action: `read the webhook ${id} of the account ${account}`,
      permission: MAY_READ,
      hasEffects: false,
      send: ({ alerting }, options) => alerting.destinations.webhooks.get(id, accountOf(account), options),
    };
    return requestIfPresent(connection, request, apiWebhook);
  };

  return { listPolicies, readPolicy, createPolicy, listSilences, readWebhook };
}
