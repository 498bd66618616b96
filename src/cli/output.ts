// Writing results: to standard output, or to a file that appears whole or not at all.
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { HeadgateError } from '../base/index.ts';
import { DEFAULT_WIDTH, MAX_WIDTH, type Style } from '../render/index.ts';
import type { OutputFlags } from './output-flags.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EFBIG: 'the file would be larger than is allowed here',
  EDQUOT: 'the quota is used up',
  ENOENT: 'there is no such folder',
  EACCES: 'permission was denied',
  EROFS: 'the file system is read-only',
  EISDIR: 'it is a folder, wanted a file name',
  ENOTDIR: 'a part of the path is no folder',
};

/** Writes a result. @throws HeadgateError `out-failed` when the file cannot be written; nothing is left behind then */
export async function writeResult(text: string, flags: Pick<OutputFlags, 'out'>): Promise<void> {
  if (flags.out === undefined) return writeStdout(text);
  try {
    await writeWhole(flags.out, text);
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    throw new HeadgateError('out-failed', `cannot write --out ${flags.out}: ${REASONS[code] ?? code}`, {
      cause: error,
    });
  }
}

/** Writes beside the target and renames, through symbolic links; a device or pipe (`/dev/stdout`) is written to as it is. */
async function writeWhole(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const found = await stat(target).catch(() => undefined);
  if (found !== undefined && !found.isFile()) return writeFile(target, text);
  const beside = `${target}.${process.pid}.tmp`;
  try {
    await writeFile(beside, text, { flush: true });
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {});
    throw error;
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

/** Prints a remark that is no result. */
export function printNotice(text: string, flags: Pick<OutputFlags, 'quiet'>): void {
  if (flags.quiet !== true) process.stderr.write(`${text}\n`);
}

function writeStdout(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
