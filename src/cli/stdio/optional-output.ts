// Writes to a standard output whose reader may close it: a service continues without one.
import { openResult } from './result-writer.ts';

let isOptional = false;

/** Whether the program continues when the reader of standard output closes it; start.ts asks. */
export function isOutputOptional(): boolean {
  return isOptional;
}

/**
 * Writes a result with secrets that a program prints before its work: to a file that only its owner may read, or to standard output, which is optional from now on.
 * Resolves when the reader took it or closed the pipe.
 * @param out path of a file @default standard output @throws HeadgateError `out-failed`
 */
export async function writeBeforeWork(result: string | Iterable<string>, out: string | undefined): Promise<void> {
  const text = typeof result === 'string' ? result : [...result].join('');
  if (out !== undefined) {
    const writer = await openResult(out, { isSecret: true });
    writer.write(text);
    await writer.finish();
    return;
  }
  isOptional = true;
  await new Promise<void>((resolve) => {
    process.stdout.once('error', () => resolve());
    process.stdout.write(text, () => resolve());
  });
}
