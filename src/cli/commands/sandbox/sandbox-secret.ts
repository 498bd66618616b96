// headgate sandbox secret: stores, lists and deletes the secrets of the edge script of a running sandbox. A value comes from a prompt or
// standard input, and is never printed.
import { SECRET_CHANGE_RENDERERS, SECRET_LIST_RENDERERS } from '../../../report/index.ts';
import { AUTH_KEY_SECRET, READ_KEY_SECRET } from '../../../sandbox/edge/index.ts';
import { defineCommand } from '../../command.ts';
import { readSecretValue } from '../../stdio/secret-value.ts';
import { LIST_EXIT_CODES, SANDBOX_NOTES, sandboxTask } from './sandbox-task.ts';

const putCommand = defineCommand({
  name: 'put',
  summary: 'Store a secret',
  description: `Stores a secret in place of its earlier value; the script restarts with it. Prompts for the value without showing it. If standard input is not a terminal, reads the value from it and removes one trailing line break. ${AUTH_KEY_SECRET} and ${READ_KEY_SECRET} consist of visible ASCII characters. On the platform: wrangler secret put NAME.`,
  arguments: [
    {
      name: 'name',
      takes: 'one',
      help: `Name of the secret: ${AUTH_KEY_SECRET} for the auth key of the script, ${READ_KEY_SECRET} for its read key`,
    },
  ],
  notes: `${SANDBOX_NOTES}

Examples:
  headgate sandbox secret put ${AUTH_KEY_SECRET}
  openssl rand -hex 32 | headgate sandbox secret put ${AUTH_KEY_SECRET}

Exit codes: 0 stored, 1 rejected (invalid name or value), 2 no answer (no sandbox, no access) or no value.`,
  // A value on the command line is rejected without repeating it: `NAME VALUE`, `NAME=VALUE`, `NAME --value VALUE`.
  excess: {
    includesFlags: true,
    reject: ([name = '', ...rest]) =>
      rest.length === 0 && !/^-|=/.test(name)
        ? undefined
        : 'cannot store a secret: found more than its name, expected the name alone; enter the value when the command asks for it, or send it to its standard input',
  },
  formats: SECRET_CHANGE_RENDERERS,
  run: ([name]) =>
    sandboxTask('write', SECRET_CHANGE_RENDERERS, async (request, { signal, notice }) => {
      const { checkSecretName, putSecret } = await import('../../../verbs/sandbox/secrets.ts');
      checkSecretName(name, 'store');
      const value = await readSecretValue(name, signal);
      const result = await putSecret({ ...request, name, value });
      if (name === AUTH_KEY_SECRET) notice('set HEADGATE_EDGE_KEY to the new value: clients of the script need it');
      return result;
    }),
});

const listCommand = defineCommand({
  name: 'list',
  summary: 'List the names of secrets',
  description: 'Lists the names of the secrets; nothing shows a value. On the platform: wrangler secret list.',
  notes: `${SANDBOX_NOTES}

Examples:
  headgate sandbox secret list --format json
${LIST_EXIT_CODES}`,
  formats: SECRET_LIST_RENDERERS,
  run: () =>
    sandboxTask('read', SECRET_LIST_RENDERERS, async (request) => {
      const { listSecrets } = await import('../../../verbs/sandbox/secrets.ts');
      return await listSecrets(request);
    }),
});

const deleteCommand = defineCommand({
  name: 'delete',
  summary: 'Delete a secret',
  description: `Deletes a secret. Without ${AUTH_KEY_SECRET}, no request writes through the script. On the platform: wrangler secret delete NAME.`,
  arguments: [{ name: 'name', takes: 'one', help: 'Name of the secret' }],
  notes: `${SANDBOX_NOTES}

Examples:
  headgate sandbox secret delete ${AUTH_KEY_SECRET}

Exit codes: 0 deleted, 1 rejected (no such secret), 2 no answer (no sandbox, no access).`,
  formats: SECRET_CHANGE_RENDERERS,
  run: ([name]) =>
    sandboxTask('write', SECRET_CHANGE_RENDERERS, async (request) => {
      const { deleteSecret } = await import('../../../verbs/sandbox/secrets.ts');
      return await deleteSecret({ ...request, name });
    }),
});

/** The group of commands. */
export const secretCommand = defineCommand({
  name: 'secret',
  summary: 'Store, list and delete secrets of the edge script of a running sandbox',
  description:
    'Works with the secrets of the edge script of a running sandbox. On the platform, use wrangler secret put, list and delete.',
  commands: [putCommand, listCommand, deleteCommand],
});
