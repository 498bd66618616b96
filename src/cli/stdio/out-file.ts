// The file of --out: created beside its place under a hidden name, and renamed once it is whole and on the disk. Devices and pipes are
// written directly.
import { closeSync, constants, createWriteStream, fchmodSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { HeadgateError, writeReason } from '../../base/index.ts';
import { clearAbandoned, registerTemporary, releaseTemporary, temporaryPath } from '../../run/temporary-files.ts';

/** What an interrupted run adds to the name of `--out`: an earlier result stays. */
export const PARTIAL_SUFFIX = '.partial';
/** Read, write and execute of owner, group and others. */
const PERMISSIONS = 0o777;
/** How often a named pipe is tried that has no reader yet. Milliseconds. */
const PIPE_INTERVAL_MS = 50;

/** Why `--out` cannot be written. @param error of the system */
export function outFailed(out: string, error: unknown): HeadgateError {
  return new HeadgateError('out-failed', `cannot write --out ${out}: ${writeReason(error)}`, { cause: error });
}

/** A file being written. */
export interface OutFile {
  readonly stream: Writable;
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
    const { target, kind, mode } = await findTarget(out);
    if (kind !== 'file') {
      const stream = kind === 'pipe' ? await openPipe(target) : createWriteStream(target);
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

/** What `--out` leads to. */
interface OutTarget {
  /** Symbolic links followed. */
  target: string;
  /** A file is there, or will be. A device, or a named pipe, is written to directly. */
  kind: 'file' | 'device' | 'pipe';
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
  if (found === undefined) return { target, kind: 'file', mode: undefined };
  const kind = found.isFile() ? 'file' : found.isFIFO() ? 'pipe' : 'device';
  return { target, kind, mode: found.mode & PERMISSIONS };
}

/**
 * Opens a named pipe once it has a reader. A blocking open would occupy a thread that `process.exit` waits for, so that a second Ctrl-C
 * could not end the program.
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
