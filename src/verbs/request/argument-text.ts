// Reads the text of an argument from a file or standard input. Rejects text that is too large or not UTF-8.
import { createReadStream } from 'node:fs';
import { isAbsolute } from 'node:path';
import { HeadgateError, printCount, readReason, redactSecrets } from '../../base/index.ts';

/** Longer SQL is cut in a message. UTF-16 units. */
const MAX_SQL_SHOWN = 60;

/** Reads standard input as one text, once in a run. */
export type ReadStdin = () => Promise<string>;

/** The largest file of a kind. */
export interface ArgumentLimit {
  readonly bytes: number;
  /** What to use instead, after "expected". */
  readonly expected: string;
}

/** Of a filter or a job file. A file of thousands of jobs has about 1 MB. */
const ARGUMENT_LIMIT: ArgumentLimit = {
  bytes: 16 * 1024 * 1024,
  expected: 'a filter, jobs or a ruleset; split the file',
};

/**
 * Reads a small file.
 * @param what its kind in messages: `ruleset`
 * @param limit default: that of filters and jobs
 * @throws HeadgateError `argument-unreadable`, `argument-not-utf8` or `argument-too-large`
 */
export async function readArgumentFile(
  path: string,
  what: string,
  limit: ArgumentLimit = ARGUMENT_LIMIT,
): Promise<string> {
  if (path === '') {
    throw new HeadgateError(
      'argument-unreadable',
      `cannot read the ${what}: found an empty name, expected a file; is a shell variable empty?`,
    );
  }
  const hint = async () => {
    // Imported only after a failure: `check` starts faster without it.
    const { suggestPath } = await import('../../input/destination/index.ts');
    return (
      (await suggestPath(path)) ||
      `; check the path${isAbsolute(path) ? '' : `, which is relative to ${process.cwd()}`}`
    );
  };
  return readText(createReadStream(path), `the ${what} ${path}`, hint, limit);
}

/**
 * Reads a small stream to its end.
 * @param what its name in messages
 * @throws HeadgateError as {@link readArgumentFile}
 */
export function readArgumentStream(stream: AsyncIterable<Uint8Array>, what: string): Promise<string> {
  return readText(stream, what, async () => '');
}

/** @param hint returns text to append to the message if there is no such file */
async function readText(
  stream: AsyncIterable<Uint8Array>,
  what: string,
  hint: () => Promise<string>,
  { bytes: most, expected }: ArgumentLimit = ARGUMENT_LIMIT,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > most) break;
    }
  } catch (error) {
    const advice = (error as NodeJS.ErrnoException).code === 'ENOENT' ? await hint() : '';
    throw new HeadgateError('argument-unreadable', `cannot read ${what}: ${readReason(error)}${advice}`, {
      cause: error,
    });
  }
  if (size > most) {
    throw new HeadgateError(
      'argument-too-large',
      `cannot read ${what}: found more than ${printCount(most)} bytes, expected ${expected}`,
    );
  }
  const bytes = Buffer.concat(chunks);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new HeadgateError('argument-not-utf8', `cannot read ${what}: ${describeBytes(bytes)}`);
  }
}

/** Magic numbers of compressed files, and the command that inflates one. */
const COMPRESSIONS = [
  { name: 'gzip', magic: [0x1f, 0x8b], command: 'gzip -dc' },
  { name: 'Zstandard', magic: [0x28, 0xb5, 0x2f, 0xfd], command: 'zstd -dc' },
];

/** What bytes are that are not UTF-8, and how to get text from them. */
function describeBytes(bytes: Uint8Array): string {
  const compression = COMPRESSIONS.find(({ magic }) => magic.every((byte, index) => bytes[index] === byte));
  if (compression !== undefined) {
    const { name, command } = compression;
    return `found ${name}, expected UTF-8 text; inflate it first: ${command} <file>`;
  }
  if (bytes.includes(0)) {
    const hasMark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    if (hasMark && bytes.length % 2 === 0)
      return 'found UTF-16, expected UTF-8 text; convert it: iconv -f UTF-16 -t UTF-8 <file>';
    return 'found binary data, expected UTF-8 text; is it another file?';
  }
  return 'found bytes that are not UTF-8, expected UTF-8 text; convert the text to UTF-8';
}

/** Whether an argument is SQL itself, after comments. A file with such a name is `./select …`. */
export function isSqlText(argument: string): boolean {
  return /^\s*(?:(?:--[^\n]*\n|\/\*[\s\S]*?\*\/)\s*)*(?:SELECT|WITH)\s/i.test(argument);
}

/**
 * Reads a file with SQL.
 * @throws HeadgateError as {@link readArgumentFile}; a missing name with blanks is text that {@link isSqlText} rejects
 */
export async function readSqlFile(path: string, limit?: ArgumentLimit): Promise<string> {
  try {
    return await readArgumentFile(path, 'transformer', limit);
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    if ((code !== 'ENOENT' && code !== 'ENAMETOOLONG') || !/\s/.test(path) || /^\.{0,2}\/(?!\*)/.test(path))
      throw error;
    const found = redactSecrets(path.trim().replace(/\s+/g, ' '));
    throw new HeadgateError(
      'argument-unreadable',
      `cannot read the transformer: found ${found.slice(0, MAX_SQL_SHOWN)}${found.length > MAX_SQL_SHOWN ? '…' : ''}, expected a file, or SQL that begins with SELECT or WITH`,
      { cause: error },
    );
  }
}

/** Returns the name of a file without folder and extension: `dir/errors.json` → `errors`. */
export function nameOfFile(path: string): string {
  return path.replace(/^.*[/\\]/, '').replace(/\.[^.]+$/, '') || path;
}

/** Returns a reader of standard input. @throws HeadgateError `stdin-twice` when it is called again */
export function readStdin(): ReadStdin {
  let isUsed = false;
  return () => {
    if (isUsed) {
      throw new HeadgateError(
        'stdin-twice',
        'cannot read standard input: found - more than once, expected it once; use files for the others',
      );
    }
    isUsed = true;
    return readArgumentStream(process.stdin, 'standard input');
  };
}
