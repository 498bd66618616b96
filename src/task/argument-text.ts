// Text that an argument stands for when it is not the text itself: a file, or standard input. Bounded, and UTF-8 or refused.
import { createReadStream } from 'node:fs';
import { HeadgateError } from '../base/index.ts';

/** Standard input as one text, readable once in a run. */
export type ReadStdin = () => Promise<string>;

/** Largest filter or job file read. Bytes. A file of thousands of jobs has about 1 MB. */
const MAX_ARGUMENT_BYTES = 16 * 1024 * 1024;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, wanted a file',
  EACCES: 'permission was denied',
};

/** Reads a small file. @throws HeadgateError `argument-unreadable`, `argument-not-utf8` or `argument-too-large` */
export function readArgumentFile(path: string, what: string): Promise<string> {
  return readArgumentStream(createReadStream(path), `the ${what} ${path}`);
}

/**
 * Reads a small stream to its end.
 * @param what what it is called in messages
 * @throws HeadgateError as {@link readArgumentFile}
 */
export async function readArgumentStream(stream: AsyncIterable<Uint8Array>, what: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_ARGUMENT_BYTES) break;
    }
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    throw new HeadgateError('argument-unreadable', `cannot read ${what}: ${REASONS[code] ?? code}`, { cause: error });
  }
  if (size > MAX_ARGUMENT_BYTES) {
    throw new HeadgateError(
      'argument-too-large',
      `cannot read ${what}: found more than ${MAX_ARGUMENT_BYTES} bytes, wanted a filter or jobs`,
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new HeadgateError(
      'argument-not-utf8',
      `cannot read ${what}: found bytes that are no UTF-8, wanted UTF-8 text`,
    );
  }
}
