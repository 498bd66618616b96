// Reads the value of a secret: from a question on the terminal, else from standard input. Never prints it.
import { HeadgateError } from '../../base/index.ts';
import { readArgumentStream } from '../../verbs/request/argument-text.ts';
import { askSecret } from './ask.ts';

/** Programs that print a value add one. */
const LINE_END = /\r?\n$/;

/**
 * Returns the value.
 * @param name of the secret, for the question and messages
 * @param signal ends the question
 * @throws HeadgateError `secret-empty`; `interrupted`, `no-terminal`; for standard input that is not UTF-8
 */
export async function readSecretValue(name: string, signal: AbortSignal): Promise<string> {
  const { stdin } = process;
  const value =
    stdin.isTTY === true
      ? await askSecret(name, { signal })
      : (await readArgumentStream(stdin, 'the secret from standard input')).replace(LINE_END, '');
  if (value !== '') return value;
  throw new HeadgateError(
    'secret-empty',
    `cannot store the secret ${JSON.stringify(name)}: found an empty value, expected one on standard input or as the answer to the question; to remove a secret: headgate sandbox secret delete`,
  );
}
