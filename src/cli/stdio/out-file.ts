// Writes the file of --out: creates it under a hidden name in the same folder, and renames it when it is complete and flushed to disk.
// Writes devices and pipes directly.
import { closeSync, constants, createWriteStream, fchmodSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { writeReasonIn } from '../../base/file/index.ts';
import { HeadgateError } from '../../base/index.ts';
import { clearAbandoned, registerTemporary, releaseTemporary, temporaryPath } from '../../base/temporary/index.ts';

/** Suffix of `--out` after an interrupted run, which keeps an earlier result. */
export const PARTIAL_SUFFIX = '.partial';
/** Read, write and execute of owner, group and others. */
const PERMISSIONS = 0o777;
/** Permissions of a file that contains secrets: only its owner reads it. */
const OWNER_ONLY = 0o600;
/** Interval between attempts to open a named pipe that has no reader yet. Milliseconds. */
const PIPE_INTERVAL_MS = 50;

/** Creates the error for an `--out` that cannot be written. @param error from the system */
export function outFailed(out: string, error: unknown): HeadgateError {
  return new HeadgateError(
    'out-failed',
    `cannot write --out ${out}: ${writeReasonIn(dirname(out), error, 'choose another folder')}`,
    {
      cause: error,
    },
  );
}

/** A file being written. */
export interface OutFile {
  readonly stream: Writable;
  /**
   * Renames the file after the stream was closed; a partial result gets the suffix {@link PARTIAL_SUFFIX}.
   * @returns the name
   */
  finish: (isPartial: boolean) => string;
  /** Removes what was written. */
  discard: () => void;
}

/** Opens the file. @param isSecret whether only the owner may read it @throws HeadgateError `out-failed` */
export async function openOut(out: string, isSecret = false): Promise<OutFile> {
  try {
    const { target, kind, mode } = await findTarget(out);
    if (kind !== 'file') {
      const stream = kind === 'pipe' ? await openPipe(target) : createWriteStream(target);
      return { stream, finish: () => out, discard: () => stream.destroy() };
    }
    const { path, file } = createBeside(target);
    const permissions = isSecret ? OWNER_ONLY : mode;
    if (permissions !== undefined) fchmodSync(file, permissions);
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
 * Checks before a run that `--out` is writable: creates a file in its folder and removes it. Also removes temporary files of killed
 * runs.
 * @throws HeadgateError `out-failed`
 */
export async function tryOut(out: string): Promise<void> {
  try {
    const { target, kind } = await findTarget(out);
    if (kind !== 'file') return;
    const { path, file } = createBeside(target);
    closeSync(file);
    rmSync(path);
    releaseTemporary(path);
    await clearAbandoned(dirname(target));
  } catch (error) {
    throw outFailed(out, error);
  }
}

/** The file that `--out` resolves to. */
interface OutTarget {
  /** Symbolic links followed. */
  target: string;
  /** `file` also if it does not exist yet. Devices and named pipes are written directly. */
  kind: 'file' | 'device' | 'pipe';
  /** Permissions of the replaced file; undefined if there is none. */
  mode: number | undefined;
}

async function findTarget(out: string): Promise<OutTarget> {
  const target = await realpath(out).catch(() => out);
  const found = await stat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  if (found === undefined) return { target, kind: 'file', mode: undefined };
  const kind = found.isFile() ? 'file' : found.isFIFO() ? 'pipe' : 'device';
  return { target, kind, mode: found.mode & PERMISSIONS };
}

/**
 * Opens a named pipe once it has a reader. A blocking open would occupy a thread that `process.exit` waits for: a second Ctrl-C could not
 * end the program.
 */
async function openPipe(path: string): Promise<Socket> {
  for (;;) {
    try {
      const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
      return new Socket({ fd, readable: false, writable: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
      await setTimeout(PIPE_INTERVAL_MS);
    }
  }
}

/** Creates a new file without following links, and registers it for removal on exit. */
function createBeside(target: string): { path: string; file: number } {
  const path = temporaryPath(dirname(target), 'out');
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
  registerTemporary(path);
  return { path, file };
}

/** Flushes the new name to disk, if the system can flush folders. */
function flushFolder(path: string): void {
  try {
    const folder = openSync(path, constants.O_RDONLY);
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // The file is complete under either name.
  }
}
