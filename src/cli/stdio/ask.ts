// Asks the user on the terminal: for a yes or no, and for a secret. Questions go to standard error, so that standard output contains
// results only. Loads the prompts on use.
import { HeadgateError, printable } from '../../base/index.ts';

/** Whether standard input and standard error are a terminal. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/**
 * Asks for a yes or no. Enter alone means no.
 * @param question with `?` at its end; escaped here
 * @throws HeadgateError `no-terminal` without a terminal, `interrupted` after Ctrl-C or the signal
 */
export async function confirm(question: string, signal?: AbortSignal): Promise<boolean> {
  if (!canAsk()) {
    throw new HeadgateError(
      'no-terminal',
      'cannot ask for confirmation: standard input and standard error are not both a terminal; use --yes to apply without a question',
    );
  }
  const { default: prompt } = await import('@inquirer/confirm');
  return answerOf(prompt({ message: printable(question), default: false }, contextOf(signal)));
}

/** Options of {@link askSecret}. */
export interface SecretQuestion {
  /** Where to find the secret: long addresses, each printed on a line before the question. @default none */
  where?: readonly string[];
  /** End of the message if the question is not answered. @default 'nothing was changed' */
  unanswered?: string;
  signal?: AbortSignal | undefined;
}

/**
 * Asks for a secret. Never shows it.
 * @param name what to enter; escaped here
 * @throws HeadgateError as {@link confirm}
 */
export async function askSecret(
  name: string,
  { where = [], unanswered, signal }: SecretQuestion = {},
): Promise<string> {
  if (!canAsk()) {
    throw new HeadgateError(
      'no-terminal',
      `cannot ask for the ${name}: standard input and standard error are not both a terminal; set it in the environment`,
    );
  }
  const { default: prompt } = await import('@inquirer/password');
  // The prompt itself breaks long text within words.
  for (const line of where) process.stderr.write(`${printable(line)}\n`);
  const message = `${printable(name)}:`;
  return answerOf(prompt({ message, toggleMask: false }, contextOf(signal)), unanswered);
}

function contextOf(signal: AbortSignal | undefined) {
  return { input: process.stdin, output: process.stderr, ...(signal !== undefined && { signal }) };
}

/** Errors of the prompts: Ctrl-C or the end of the input, and an aborted signal. */
const ENDED = ['ExitPromptError', 'AbortPromptError', 'CancelPromptError'];

async function answerOf<Answer>(answer: Promise<Answer>, unanswered = 'nothing was changed'): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Error && ENDED.includes(error.name))) throw error;
    throw new HeadgateError('interrupted', `interrupted: the question was not answered, ${unanswered}`, {
      kind: 'interrupted',
    });
  }
}
