// headgate sandbox secret: stores, lists and deletes the secrets of the edge script of a running sandbox. A value comes from a prompt or
// standard input, and is never printed.
import type { Command } from 'commander';
import { AUTH_KEY_SECRET, READ_KEY_SECRET } from '../../../edge/index.ts';
import { SECRET_CHANGE_RENDERERS, SECRET_LIST_RENDERERS } from '../../../render/index.ts';
import { addHelpNotes } from '../../add-help-notes.ts';
import { addOutputFlags, type OutputFlags } from '../../flags/output-flags.ts';
import { commandTask, runCommand } from '../../run-command.ts';
import { sandboxAccess } from '../../sandbox-access.ts';
import { readSecretValue } from '../../stdio/secret-value.ts';

const NOTES = `
Uses the sandbox of the variables that headgate sandbox prints: CLOUDFLARE_BASE_URL, CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.`;
const LIST_EXIT_CODES = `
Exit codes: 0 listed, 2 no answer (no sandbox, no access).`;
const EXIT_CODES = `
Exit codes: 0 done, 1 refused (invalid name or value, no such secret), 2 no answer (no sandbox, no access, no value).`;

/** The variable from which headgate and the examples take the auth key of the edge script. */
const KEY_VARIABLE = 'HEADGATE_EDGE_KEY';

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
      'Stores a secret in place of its earlier value; the script restarts with it. The value comes from a question on the terminal that does not show it, else from standard input, without one line end. On the platform: wrangler secret put NAME.',
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
  addHelpNotes(command, `${NOTES}\n${examples}${EXIT_CODES}`);
  addOutputFlags(command, SECRET_CHANGE_RENDERERS);
  command.action(
    runCommand<OutputFlags>(([name]) =>
      commandTask(SECRET_CHANGE_RENDERERS, async ({ notice }) => {
        const { putSecret } = await import('../../../task/sandbox/secrets.ts');
        const { listenForInterrupt } = await import('../../stdio/interrupt.ts');
        const signal = listenForInterrupt();
        const access = await sandboxAccess(signal);
        const value = await readSecretValue(name!, signal);
        const result = await putSecret({ ...access, name: name!, value, retrySignal: signal, onRetry: notice });
        const notices = () => {
          if (name === AUTH_KEY_SECRET) notice(`set ${KEY_VARIABLE} to the new value, too: clients send it as the key`);
        };
        return { result, isPartial: false, isNegative: false, notices };
      }),
    ),
  );
}

function addList(group: Command): void {
  const command = group
    .command('list')
    .summary('List the names of secrets')
    .description('Lists the names of the secrets; nothing shows a value. On the platform: wrangler secret list.');
  addHelpNotes(command, `${NOTES}\n\nExamples:\n  headgate sandbox secret list --format json\n${LIST_EXIT_CODES}`);
  addOutputFlags(command, SECRET_LIST_RENDERERS);
  command.action(
    runCommand<OutputFlags>(() =>
      commandTask(SECRET_LIST_RENDERERS, async ({ notice }) => {
        const { listSecrets } = await import('../../../task/sandbox/secrets.ts');
        const { listenForInterrupt } = await import('../../stdio/interrupt.ts');
        const signal = listenForInterrupt();
        const result = await listSecrets({ ...(await sandboxAccess(signal)), signal, onRetry: notice });
        return { result, isPartial: false, isNegative: false };
      }),
    ),
  );
}

function addDelete(group: Command): void {
  const command = group
    .command('delete')
    .summary('Delete a secret')
    .description(
      `Deletes a secret. Without ${AUTH_KEY_SECRET}, nobody writes through the script. On the platform: wrangler secret delete NAME.`,
    )
    .argument('<name>', 'Name of the secret');
  addHelpNotes(command, `${NOTES}\n\nExamples:\n  headgate sandbox secret delete ${AUTH_KEY_SECRET}\n${EXIT_CODES}`);
  addOutputFlags(command, SECRET_CHANGE_RENDERERS);
  command.action(
    runCommand<OutputFlags>(([name]) =>
      commandTask(SECRET_CHANGE_RENDERERS, async ({ notice }) => {
        const { deleteSecret } = await import('../../../task/sandbox/secrets.ts');
        const { listenForInterrupt } = await import('../../stdio/interrupt.ts');
        const signal = listenForInterrupt();
        const access = await sandboxAccess(signal);
        const result = await deleteSecret({ ...access, name: name!, retrySignal: signal, onRetry: notice });
        return { result, isPartial: false, isNegative: false };
      }),
    ),
  );
}
