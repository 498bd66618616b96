// The requests for the secrets of a script. docs/platform.md, "Management API".
import type { ManagementApi } from './management-api.ts';
import type { ApiRequest, Connection } from './request/api-request.ts';
import { requestAnswer } from './request/request-error.ts';
import { requestResult } from './request/request-result.ts';
import { SANDBOX_ADVICE } from './request/sandbox-advice.ts';
import { apiSecrets } from './result-schemas.ts';
import { accountOf } from './scope-words.ts';
import { writeOnce } from './write/write-once.ts';

/** Creates the functions. */
export function secretRequests(
  connection: Connection,
): Pick<ManagementApi, 'listSecrets' | 'putSecret' | 'deleteSecret'> {
  const listSecrets: ManagementApi['listSecrets'] = async (account, script) => {
    const request: ApiRequest = {
      action: `list the secrets of the script ${script}`,
      advice: SANDBOX_ADVICE,
      hasEffects: false,
      send: ({ workers }, options) => workers.scripts.secrets.list(script, accountOf(account), options),
    };
    const secrets = await requestResult(connection, request, apiSecrets);
    return secrets.map(({ name }) => name);
  };

  const putSecret: ManagementApi['putSecret'] = async (account, script, name, value) => {
    await requestAnswer(connection, {
      action: `store the secret ${JSON.stringify(name)} of the script ${script}`,
      advice: SANDBOX_ADVICE,
      // A second request stores the same value.
      hasEffects: false,
      secrets: [value],
      send: ({ workers }, options) =>
        workers.scripts.secrets.update(
          script,
          { ...accountOf(account), name, text: value, type: 'secret_text' },
          options,
        ),
    });
  };

  const deleteSecret: ManagementApi['deleteSecret'] = async (account, script, name) => {
    await writeOnce<object>(connection, {
      request: {
        action: `delete the secret ${JSON.stringify(name)} of the script ${script}`,
        advice: SANDBOX_ADVICE,
        hasEffects: true,
        send: ({ workers }, options) =>
          workers.scripts.secrets.delete(name, { ...accountOf(account), script_name: script }, options),
      },
      read: () => ({}),
      lookUp: async () =>
        (await listSecrets(account, script)).includes(name) ? { state: 'absent' } : { state: 'done', result: {} },
      isCreation: false,
      advice: 'list the secrets (headgate sandbox secret list)',
    });
  };

  return { listSecrets, putSecret, deleteSecret };
}
