// headgate sandbox secret: stores, lists and deletes the secrets of the edge script of a running sandbox. A value comes from a prompt or
// standard input, and is never printed.
import type { Command } from 'commander';
import { AUTH_KEY_SECRET, READ_KEY_SECRET } from '../../../edge/index.ts';
import { SECRET_CHANGE_RENDERERS, SECRET_LIST_RENDERERS } from '../../../render/index.ts';
import { addHelpNotes } from '../../add-help-notes.ts';
import { addOutputFlags } from '../../flags/output-flags.ts';
import { readSecretValue } from '../../stdio/secret-value.ts';
import { LIST_EXIT_CODES, SANDBOX_NOTES, sandboxAction } from './sandbox-action.ts';

const PUT_EXIT_CODES = `
Exit codes: 0 stored, 1 refused (invalid name or value), 2 no answer (no sandbox, no access) or no value.`;
const DELETE_EXIT_CODES = `
Exit codes: 0 deleted, 1 refused (no such secret), 2 no answer (no sandbox, no access).`;

/** Adds the group and its commands. */
export function addSandboxSecretCommand(sandbox: Command): Command {
  const group = sandbox
    .command('secret')
    .summary('Store, list and delete secrets of the edge script of a running sandbox')
    .description(
      'Works with the secrets of the edge script of a running sandbox. On the platform, use wrangler secret put, list and delete.',
    );
  addPut(group);
  addList(group);
  addDelete(group);
  return group;
}

function addPut(group: Command): void {
  const command = group
    .command('put')
    .summary('Store a secret')
    .description(
      `Stores a secret in place of its earlier value; the script restarts with it. Prompts for the value without showing it. If standard input is not a terminal, reads the value from it and removes one trailing line break. ${AUTH_KEY_SECRET} and ${READ_KEY_SECRET} consist of visible ASCII characters. On the platform: wrangler secret put NAME.`,
    )
    .argument(
      '<name>',
      `Name of the secret: ${AUTH_KEY_SECRET} for the auth key of the script, ${READ_KEY_SECRET} for its read key`,
    );
  const examples = `
Examples:
  headgate sandbox secret put ${AUTH_KEY_SECRET}
  openssl rand -hex 32 | headgate sandbox secret put ${AUTH_KEY_SECRET}
`;
  addHelpNotes(command, `${SANDBOX_NOTES}\n${examples}${PUT_EXIT_CODES}`);
  addOutputFlags(command, SECRET_CHANGE_RENDERERS);
  refuseValue(command);
  command.action(
    sandboxAction('write', SECRET_CHANGE_RENDERERS, async (request, { name, signal, notice }) => {
      const { checkSecretName, putSecret } = await import('../../../task/sandbox/secrets.ts');
      checkSecretName(name, 'store');
      const value = await readSecretValue(name, signal);
      const result = await putSecret({ ...request, name, value });
      if (name === AUTH_KEY_SECRET) notice('set HEADGATE_EDGE_KEY to the new value: clients of the script need it');
      return result;
    }),
  );
}

/** Rejects a value on the command line without repeating it: `NAME VALUE`, `NAME=VALUE`, `NAME --value VALUE`. */
function refuseValue(command: Command): void {
  // The messages of commander repeat superfluous arguments and unknown flags.
  command.allowExcessArguments().allowUnknownOption();
  command.hook('preAction', () => {
    const [name = '', ...rest] = command.args;
    if (rest.length === 0 && !/^-|=/.test(name)) return;
    command.error(
      'error: cannot store a secret: found more than its name, expected the name alone; enter the value when the command asks for it, or send it to its standard input',
    );
  });
}

function addList(group: Command): void {
  const command = group
    .command('list')
    .summary('List the names of secrets')
    .description('Lists the names of the secrets; nothing shows a value. On the platform: wrangler secret list.');
  addHelpNotes(
    command,
    `${SANDBOX_NOTES}\n\nExamples:\n  headgate sandbox secret list --format json\n${LIST_EXIT_CODES}`,
  );
  addOutputFlags(command, SECRET_LIST_RENDERERS);
  command.action(
    sandboxAction('read', SECRET_LIST_RENDERERS, async (request) => {
      const { listSecrets } = await import('../../../task/sandbox/secrets.ts');
      return await listSecrets(request);
    }),
  );
}

function addDelete(group: Command): void {
  const command = group
    .command('delete')
    .summary('Delete a secret')
    .description(
      `Deletes a secret. Without ${AUTH_KEY_SECRET}, no request writes through the script. On the platform: wrangler secret delete NAME.`,
    )
    .argument('<name>', 'Name of the secret');
  addHelpNotes(
    command,
    `${SANDBOX_NOTES}\n\nExamples:\n  headgate sandbox secret delete ${AUTH_KEY_SECRET}\n${DELETE_EXIT_CODES}`,
  );
  addOutputFlags(command, SECRET_CHANGE_RENDERERS);
  command.action(
    sandboxAction('write', SECRET_CHANGE_RENDERERS, async (request, { name }) => {
      const { deleteSecret } = await import('../../../task/sandbox/secrets.ts');
      return await deleteSecret({ ...request, name });
    }),
  );
}
