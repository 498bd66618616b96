// Text that an argument stands for when it is not the text itself: a file, or standard input. Bounded, and UTF-8 or refused.
import { createReadStream } from 'node:fs';
import { HeadgateError, printCount, readReason } from '../base/index.ts';

/** Standard input as one text, readable once in a run. */
export type ReadStdin = () => Promise<string>;

/** Largest filter or job file read. Bytes. A file of thousands of jobs has about 1 MB. */
const MAX_ARGUMENT_BYTES = 16 * 1024 * 1024;

/** Reads a small file. @throws HeadgateError `argument-unreadable`, `argument-not-utf8` or `argument-too-large` */
export function readArgumentFile(path: string, what: string): Promise<string> {
  return readText(createReadStream(path), `the ${what} ${path}`, async () => {
    // Loaded for a mistake only: a check starts without it.
    const { suggestPath } = await import('../destination/index.ts');
    return suggestPath(path);
  });
}

/**
 * Reads a small stream to its end.
 * @param what what it is called in messages
 * @throws HeadgateError as {@link readArgumentFile}
 */
export function readArgumentStream(stream: AsyncIterable<Uint8Array>, what: string): Promise<string> {
  return readText(stream, what, async () => '');
}

/** @param hint what to add where there is no such file */
async function readText(stream: AsyncIterable<Uint8Array>, what: string, hint: () => Promise<string>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_ARGUMENT_BYTES) break;
    }
  } catch (error) {
    const advice = (error as NodeJS.ErrnoException).code === 'ENOENT' ? await hint() : '';
    throw new HeadgateError('argument-unreadable', `cannot read ${what}: ${readReason(error)}${advice}`, {
      cause: error,
    });
  }
  if (size > MAX_ARGUMENT_BYTES) {
    throw new HeadgateError(
      'argument-too-large',
      `cannot read ${what}: found more than ${printCount(MAX_ARGUMENT_BYTES)} bytes, expected a filter or jobs`,
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new HeadgateError(
      'argument-not-utf8',
      `cannot read ${what}: found bytes that are no UTF-8, expected UTF-8 text`,
    );
  }
}
