// Text that an argument stands for: itself, a file (`@file` for filters, a path for jobs), or standard input (`-`).
import { readFile } from 'node:fs/promises';
import { HeadgateError } from '../base/index.ts';

/** Standard input as one text, readable once in a run. */
export type ReadStdin = () => Promise<string>;

/** Largest filter, job file or ruleset read. Bytes. A job file of thousands of jobs has about 1 MB. */
export const MAX_ARGUMENT_BYTES = 16 * 1024 * 1024;

const NAMES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, wanted a file',
  EACCES: 'permission was denied',
};

/** Reads a small file. @throws HeadgateError `argument-unreadable`, `argument-not-utf8` or `argument-too-large` */
export async function readArgumentFile(path: string, what: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    throw new HeadgateError('argument-unreadable', `cannot read the ${what} ${path}: ${NAMES[code] ?? code}`, {
      cause: error,
    });
  }
  if (bytes.length > MAX_ARGUMENT_BYTES) {
    throw new HeadgateError(
      'argument-too-large',
      `cannot read the ${what} ${path}: found ${bytes.length} bytes, wanted at most ${MAX_ARGUMENT_BYTES}`,
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new HeadgateError(
      'argument-not-utf8',
      `cannot read the ${what} ${path}: found bytes that are no UTF-8, wanted UTF-8 text`,
    );
  }
}
