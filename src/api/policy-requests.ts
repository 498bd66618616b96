// The requests for notification policies, silences and webhooks. docs/platform.md, "Notification policies".
import type { PolicyCreateParams } from 'cloudflare/resources/alerting/policies';
import { checkWholeList } from './check-whole-list.ts';
import type { ManagementApi } from './management-api.ts';
import { apiPolicies, apiSilences, apiWebhook, createdPolicy } from './policy-schemas.ts';
import type { ApiRequest, Connection } from './request/api-request.ts';
import { requestAnswer, requestError } from './request/request-error.ts';
import { isFailure, sendRequest } from './request/send-request.ts';
import { isMissing, readResult } from './result-schemas.ts';
import { accountOf } from './scope-words.ts';
import { findCreatedPolicy } from './write/find-created-policy.ts';
import { writeOnce } from './write/write-once.ts';

/** Permission groups. docs/platform.md, "Notification policies". */
const MAY_READ = 'Notifications Read for this account';
const MAY_WRITE = 'Notifications Write for this account';
const SPLIT = 'split it (--pools-per-policy)';

type PolicyRequests = Pick<ManagementApi, 'listPolicies' | 'createPolicy' | 'listSilences' | 'readWebhook'>;

/** Creates the functions. */
export function policyRequests(connection: Connection): PolicyRequests {
  const listPolicies: ManagementApi['listPolicies'] = async (account) => {
    const request: ApiRequest = {
      action: `list the notification policies of the account ${account}`,
      permission: MAY_READ,
      hasEffects: false,
      send: ({ alerting }, options) => alerting.policies.list(accountOf(account), options),
    };
    const answer = await requestAnswer(connection, request);
    const policies = readResult(apiPolicies, answer);
    if (isFailure(policies)) throw requestError(connection, request, policies);
    checkWholeList(request, answer, policies, 'policy', 'policies');
    return policies;
  };

  const createPolicy: ManagementApi['createPolicy'] = async (account, body, known) => {
    const created = await writeOnce<{ readonly id: string }>(connection, {
      request: {
        action: `create the notification policy ${JSON.stringify(body.name)} of the account ${account}`,
        permission: MAY_WRITE,
        creates: 'policy',
        advice: {
          'api-too-large': `expected a smaller policy; ${SPLIT}`,
          'api-rejected': `expected a policy that the API accepts; correct what its message names. If the policy is too large, ${SPLIT}`,
        },
        hasEffects: true,
        send: ({ alerting }, options) =>
          alerting.policies.create({ ...body, ...accountOf(account) } as unknown as PolicyCreateParams, options),
      },
      read: (answer) => readResult(createdPolicy, answer),
      lookUp: async () => findCreatedPolicy(await listPolicies(account), body, known),
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
    const answer = await requestAnswer(connection, request);
    const silences = readResult(apiSilences, answer);
    if (isFailure(silences)) throw requestError(connection, request, silences);
    checkWholeList(request, answer, silences, 'silence', 'silences');
    return silences;
  };

  const readWebhook: ManagementApi['readWebhook'] = async (account, id) => {
    const request: ApiRequest = {
      action: `read the webhook ${id} of the account ${account}`,
      permission: MAY_READ,
      hasEffects: false,
      send: ({ alerting }, options) => alerting.destinations.webhooks.get(id, accountOf(account), options),
    };
    const answer = await sendRequest(connection, request);
    const webhook = isFailure(answer) ? answer : readResult(apiWebhook, answer);
    if (!isFailure(webhook)) return webhook;
    if (isMissing(webhook)) return undefined;
    throw requestError(connection, request, webhook);
  };

  return { listPolicies, createPolicy, listSilences, readWebhook };
}
