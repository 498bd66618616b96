// The file of --out: created beside its place under a hidden name, and renamed once it is whole and on the disk. Devices and pipes are
// written directly.
import {
  closeSync,
  constants,
  createWriteStream,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  type WriteStream,
} from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { HeadgateError, writeReason } from '../base/index.ts';
import { clearAbandoned, registerTemporary, releaseTemporary, temporaryPath } from '../task/temporary-files.ts';

/** What an interrupted run adds to the name of `--out`: an earlier result stays. */
export const PARTIAL_SUFFIX = '.partial';
/** Read, write and execute of owner, group and others. */
const PERMISSIONS = 0o777;

/** Why `--out` cannot be written. @param error of the system */
export function outFailed(out: string, error: unknown): HeadgateError {
  return new HeadgateError('out-failed', `cannot write --out ${out}: ${writeReason(error)}`, { cause: error });
}

/** A file being written. */
export interface OutFile {
  readonly stream: WriteStream;
  /**
   * Gives the file its name, after the stream was closed. A partial result gets another name than a whole one.
   * @returns the name
   */
  finish: (isPartial: boolean) => string;
  /** Removes what was written. */
  discard: () => void;
}

/** Opens the file. @throws HeadgateError `out-failed` */
export async function openOut(out: string): Promise<OutFile> {
  try {
    const { target, isRegular, mode } = await findTarget(out);
    if (!isRegular) {
      const stream = (await open(target, 'w')).createWriteStream();
      return { stream, finish: () => out, discard: () => stream.destroy() };
    }
    const { path, file } = createBeside(target);
    if (mode !== undefined) fchmodSync(file, mode);
    const stream = createWriteStream(path, { fd: file, flush: true });
    return {
      stream,
      finish: (isPartial) => {
        renameSync(path, isPartial ? target + PARTIAL_SUFFIX : target);
        releaseTemporary(path);
        flushFolder(dirname(target));
        return isPartial ? out + PARTIAL_SUFFIX : out;
      },
      discard: () => {
        stream.destroy();
        rmSync(path, { force: true });
        releaseTemporary(path);
      },
    };
  } catch (error) {
    throw outFailed(out, error);
  }
}

/**
 * Tries before a run what would fail at its end: creates a file where the result will be, and removes it. Removes what a killed run left
 * there, too.
 * @throws HeadgateError `out-failed`
 */
export async function tryOut(out: string): Promise<void> {
  try {
    const { target, isRegular } = await findTarget(out);
    if (!isRegular) return;
    const { path, file } = createBeside(target);
    closeSync(file);
    rmSync(path);
    releaseTemporary(path);
    await clearAbandoned(dirname(target));
  } catch (error) {
    throw outFailed(out, error);
  }
}

/** What `--out` leads to. */
interface OutTarget {
  /** Symbolic links followed. */
  target: string;
  /** Whether it is a file, or will be one; a device or pipe otherwise, which would wait for its reader when opened. */
  isRegular: boolean;
  /** Permissions of the file that is replaced. */
  mode: number | undefined;
}

async function findTarget(out: string): Promise<OutTarget> {
  const target = await realpath(out).catch(() => out);
  const found = await stat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  const isRegular = found === undefined || found.isFile();
  return { target, isRegular, mode: isRegular && found !== undefined ? found.mode & PERMISSIONS : undefined };
}

/** Creates a new file, through no link, and has it removed on exit. */
function createBeside(target: string): { path: string; file: number } {
  const path = temporaryPath(dirname(target), 'out');
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
  registerTemporary(path);
  return { path, file };
}

/** The new name is on the disk, too, where the system can flush folders. */
function flushFolder(path: string): void {
  try {
    const folder = openSync(path, constants.O_RDONLY);
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // The file itself is whole under either name.
  }
}
