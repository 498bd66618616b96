// The requests for the secrets of a script. docs/platform.md, "Management API".
import { accountOf } from './api-owners.ts';
import type { ManagementApi } from './management-api.ts';
import { type Connection, SANDBOX_ADVICE } from './request/api-request.ts';
import { requestResult } from './request/request-result.ts';
import { anyResult, apiSecrets } from './result-schemas.ts';
import { writeOnce } from './write/write-once.ts';

/** Creates the functions. */
export function secretRequests(connection: Connection) {
  const listSecrets: ManagementApi['listSecrets'] = async (account, script) => {
    const secrets = await requestResult(
      connection,
      {
        action: `list the secrets of the script ${script}`,
        advice: SANDBOX_ADVICE,
        send: ({ workers }, options) => workers.scripts.secrets.list(script, accountOf(account), options),
      },
      apiSecrets,
    );
    return secrets.map(({ name }) => name);
  };

  return {
    listSecrets,

    putSecret: async (account, script, name, value) => {
      await requestResult(
        connection,
        {
          action: `store the secret ${JSON.stringify(name)} of the script ${script}`,
          advice: SANDBOX_ADVICE,
          // A second request stores the same value.
          secrets: [value],
          send: ({ workers }, options) =>
            workers.scripts.secrets.update(
              script,
              { ...accountOf(account), name, text: value, type: 'secret_text' },
              options,
            ),
        },
        anyResult,
      );
    },

    deleteSecret: async (account, script, name) => {
      await writeOnce(connection, {
        request: {
          action: `delete the secret ${JSON.stringify(name)} of the script ${script}`,
          advice: SANDBOX_ADVICE,
          send: ({ workers }, options) =>
            workers.scripts.secrets.delete(name, { ...accountOf(account), script_name: script }, options),
        },
        schema: anyResult,
        lookUp: async () =>
          (await listSecrets(account, script)).includes(name) ? { state: 'absent' } : { state: 'done', result: {} },
        advice: 'list the secrets (headgate sandbox secret list)',
      });
    },
  } satisfies Partial<ManagementApi>;
}
