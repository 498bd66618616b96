// Writing results: to standard output, or to a file that appears whole or not at all.
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { HeadgateError, writeReason } from '../base/index.ts';
import { DEFAULT_WIDTH, MAX_WIDTH, printable, type Style } from '../render/index.ts';
import type { OutputFlags } from './output-flags.ts';

/** Why `--out` cannot be written. @param error of the system */
export function outFailed(out: string, error: unknown): HeadgateError {
  return new HeadgateError('out-failed', `cannot write --out ${out}: ${writeReason(error)}`, { cause: error });
}

/** Where the bytes of a result go. */
export interface OutTarget {
  /** The file that is meant, symbolic links followed. */
  target: string;
  /** What is written to: a file beside it, or a device or pipe (`/dev/stdout`) itself. */
  path: string;
  /** Whether `path` has to be renamed to `target` once it is whole, and taken away when that fails. */
  isBeside: boolean;
}

/** Finds out where a result goes; fails on nothing that writing would not fail on. */
export async function findTarget(out: string): Promise<OutTarget> {
  const target = await realpath(out).catch(() => out);
  const found = await stat(target).catch(() => undefined);
  const isBeside = found === undefined || found.isFile();
  return { target, path: isBeside ? `${target}.${process.pid}.tmp` : target, isBeside };
}

/** Tries before a run what would fail at its end: a file is made where the result will be, and taken away. @throws HeadgateError `out-failed` */
export async function tryOut(out: string): Promise<void> {
  const { path, isBeside } = await findTarget(out);
  try {
    // What cannot be written beside is a pipe or device, which would wait for its reader, or a folder.
    if (isBeside) await writeFile(path, '', { flag: 'wx' });
    else if ((await stat(path)).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  } catch (error) {
    // An interrupted run of the same number left it there: it will be written over.
    if (isBeside && (error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw outFailed(out, error);
  }
  if (isBeside) await rm(path, { force: true });
}

/**
 * Writes a result, whole or in pieces, which are made as they are taken.
 * @throws HeadgateError `out-failed` when the file cannot be written; nothing is left behind then
 */
export async function writeResult(result: string | Iterable<string>, { out }: Pick<OutputFlags, 'out'>): Promise<void> {
  const text = typeof result === 'string' ? [result] : result;
  if (out === undefined) {
    for (const piece of gathered(text)) await writeStdout(piece);
    return;
  }
  const { target, path, isBeside } = await findTarget(out);
  try {
    await writeFile(path, gathered(text), { flush: isBeside });
    if (isBeside) await rename(path, target);
  } catch (error) {
    if (isBeside) await rm(path, { force: true }).catch(() => {});
    throw outFailed(out, error);
  }
}

/** How results for a person look here: colour on a terminal unless refused. */
export function styleOf(
  flags: { out?: string | undefined; color: boolean },
  stream: NodeJS.WriteStream = process.stdout,
): Style {
  const isTerminal = stream.isTTY === true && flags.out === undefined;
  const forced = process.env.FORCE_COLOR !== undefined && process.env.FORCE_COLOR !== '0';
  const refused = !flags.color || (process.env.NO_COLOR ?? '') !== '' || process.env.TERM === 'dumb';
  return {
    color: !refused && (isTerminal || forced),
    width: isTerminal ? Math.min(stream.columns || DEFAULT_WIDTH, MAX_WIDTH) : DEFAULT_WIDTH,
  };
}

/** Prints a remark, of one line, that is no result. What names from outside would do to a terminal is escaped. */
export function printNotice(text: string, flags: Pick<OutputFlags, 'quiet'>): void {
  printLines(printable(text), flags);
}

/** Prints lines that are no result as they are: made by src/render, which escapes what comes from outside, or our own. */
export function printLines(text: string, { quiet }: Pick<OutputFlags, 'quiet'>): void {
  if (quiet !== true) process.stderr.write(`${text}\n`);
}

/** Characters of a piece that is written at a time. */
const PIECE_LENGTH = 64 * 1024;

/** Joins small pieces to larger ones. */
function* gathered(pieces: Iterable<string>): Generator<string> {
  let some: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    some.push(piece);
    length += piece.length;
    if (length < PIECE_LENGTH) continue;
    yield some.join('');
    some = [];
    length = 0;
  }
  if (length > 0) yield some.join('');
}

function writeStdout(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
