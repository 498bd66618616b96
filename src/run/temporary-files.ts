// Files and folders that no run may leave behind: their names, their removal when the process exits, and the removal of those that a
// killed process left.
import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync, rmSync } from 'node:fs';
import { lstat, opendir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { atExit } from './at-exit.ts';

/** Names read at once from a folder that may hold many. */
const NAMES_AT_ONCE = 1024;
/** `.headgate-<kind>-<pid>-<place>-<random>.tmp` */
const NAME = /^\.headgate-[a-z]+-(\d+)-([0-9a-f]{8})-[0-9a-f]{16}\.tmp$/;

/** What takes back the removal on exit, by path. */
const registered = new Map<string, () => void>();

/**
 * A new path in a folder for a file or folder that does not outlive this process. The name is hidden, so no command reads it as logs,
 * and cannot be predicted. Creates nothing, registers nothing.
 * @param kind what it is for, in lower case letters: `out`, `emit`, `demo`
 */
export function temporaryPath(folder: string, kind: string): string {
  return join(folder, `.headgate-${kind}-${process.pid}-${placeOfPids()}-${randomBytes(8).toString('hex')}.tmp`);
}

/**
 * Removes this file or folder, with all below it, when the process exits: at the end of the run, by `process.exit` in a signal handler,
 * after an uncaught error. SIGKILL leaves it to {@link clearAbandoned}. Each thread has a registry of its own, and `process.exit` in the
 * main thread ends worker threads without their exit handlers: what must be removed is registered in the main thread.
 */
export function registerTemporary(path: string): void {
  registered.set(
    path,
    atExit(() => {
      try {
        rmSync(path, { recursive: true, force: true });
      } catch {
        // The process exits; a later run clears it.
      }
    }),
  );
}

/** The file has its final name, or was removed: exiting leaves the path alone. */
export function releaseTemporary(path: string): void {
  registered.get(path)?.();
  registered.delete(path);
}

/**
 * Removes from a folder (not from those below it) what {@link temporaryPath} named for processes that ended without removing it. Leaves
 * alone what belongs to a running process, to another machine or container, or to another user. Never fails.
 */
export async function clearAbandoned(folder: string): Promise<void> {
  const names = await opendir(folder, { bufferSize: NAMES_AT_ONCE }).catch(() => undefined);
  if (names === undefined) return;
  try {
    for await (const { name } of names) {
      const path = join(folder, name);
      if (isAbandoned(name, path) && (await isOurs(path))) await rm(path, { recursive: true, force: true });
    }
  } catch {
    // What cannot be listed or removed now is left for another run.
  }
}

/** Whether a name is one of {@link temporaryPath}, of any process. */
export function isTemporary(name: string): boolean {
  return NAME.test(name);
}

function isAbandoned(name: string, path: string): boolean {
  const [, pid, place] = NAME.exec(name) ?? [];
  if (pid === undefined || place !== placeOfPids()) return false;
  // In a container every run may have the same number.
  return Number(pid) === process.pid ? !registered.has(path) : !isRunning(Number(pid));
}

/** In a folder that all users share, only the owner's processes may remove a file. */
async function isOurs(path: string): Promise<boolean> {
  return process.getuid === undefined || (await lstat(path)).uid === process.getuid();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

let place: string | undefined;

/** Where a process number means one process: this machine, or this container. 8 hex digits. */
function placeOfPids(): string {
  if (place === undefined) {
    let namespace = '';
    try {
      namespace = readlinkSync('/proc/self/ns/pid');
    } catch {
      // Only Linux has them.
    }
    place = createHash('sha256').update(`${hostname()}\n${namespace}`).digest('hex').slice(0, 8);
  }
  return place;
}
