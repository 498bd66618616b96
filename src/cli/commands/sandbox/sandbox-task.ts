// The task of a command that reads or changes a running sandbox, with the notes that these commands share.
import { HeadgateError } from '../../../base/index.ts';
import type { Renderers } from '../../../report/index.ts';
import type { SandboxAccess } from '../../../verbs/index.ts';
import { readCredentials } from '../../credentials.ts';
import { type CommandTask, commandTask, type RunContext } from '../../run-command.ts';

/** Where the sandbox is, for the help. */
export const SANDBOX_NOTES = `
Uses the sandbox of the variables that headgate sandbox prints: CLOUDFLARE_BASE_URL, CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.`;

/** Of the lists, for the help. */
export const LIST_EXIT_CODES = `
Exit codes: 0 listed, 2 no answer (no sandbox, no access).`;

/** What the verb receives beside its request. */
interface TaskContext extends Pick<RunContext, 'notice'> {
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

/**
 * Creates the task.
 * @param kind Ctrl-C ends a read at once. A write that has begun is finished, but not sent again
 * @param run loads and runs the verb
 */
export function sandboxTask<Result>(
  kind: 'read' | 'write',
  renderers: Renderers<Result>,
  run: (request: SandboxAccess, context: TaskContext) => Promise<Result>,
): CommandTask {
  return commandTask(renderers, async ({ notice }) => {
    const { listenForInterrupt } = await import('../../stdio/interrupt.ts');
    const signal = listenForInterrupt();
    const access = await sandboxAccess(signal);
    const ends = kind === 'read' ? { signal } : { retrySignal: signal };
    const result = await run({ ...access, ...ends, onRetry: notice }, { signal, notice });
    return { result, isPartial: false, isNegative: false };
  });
}

const BASE_URL = 'CLOUDFLARE_BASE_URL';
const ACCOUNT = 'CLOUDFLARE_ACCOUNT_ID';

/** Returns the access to a running sandbox by what `headgate sandbox` prints, as shell lines. May ask for the token. An empty variable counts as unset. @throws HeadgateError `usage` without an address or an account; as `readCredentials` */
export async function sandboxAccess(
  signal: AbortSignal,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Pick<SandboxAccess, 'baseURL' | 'account' | 'credentials'>> {
  const [baseURL, account] = [BASE_URL, ACCOUNT].map((name) => {
    const value = environment[name]?.trim() ?? '';
    if (value !== '') return value;
    throw new HeadgateError(
      'usage',
      `cannot find a sandbox: ${name} is not set; start a sandbox (headgate sandbox), and run the lines that it prints in this shell`,
    );
  }) as [string, string];
  return { baseURL, account, credentials: await readCredentials(environment, signal) };
}
