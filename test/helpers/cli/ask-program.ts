// A program that asks one question, for tests in a terminal. Prints the answer, or the error, as JSON on standard output.
import { readCredentials } from '../../../src/cli/credentials.ts';
import { askSecret, confirm } from '../../../src/cli/stdio/ask.ts';

const QUESTIONS: Readonly<Record<string, () => Promise<unknown>>> = {
  confirm: () => confirm('Apply \u001b[2J2 changes?'),
  aborted: () => confirm('Apply 2 changes?', AbortSignal.timeout(1)),
  secret: () => askSecret('API token'),
  credentials: () => readCredentials(process.env),
};

const answer = await QUESTIONS[process.argv[2] ?? '']!().catch(({ code, kind, message }) => ({ code, kind, message }));
process.stdout.write(`${JSON.stringify(answer)}\n`);
