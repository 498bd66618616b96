// Names temporary files and folders, removes them when the process exits, and removes those of killed processes.
import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync, rmSync } from 'node:fs';
import { lstat, opendir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Directory entries read at a time; a folder may contain many. */
const NAMES_AT_ONCE = 1024;
/** `.headgate-<kind>-<pid>-<place>-<random>.tmp` */
const NAME = /^\.headgate-[a-z]+-(\d+)-([0-9a-f]{8})-[0-9a-f]{16}\.tmp$/;

/** Functions that cancel the removal on exit, by path. */
const registered = new Map<string, () => void>();

/**
 * Returns a new path in a folder for a temporary file or folder. The name is hidden, so no command reads the file as logs, and
 * unpredictable. Creates and registers nothing.
 * @param kind purpose of the file, in lower case letters: `out`, `emit`, `demo`
 */
export function temporaryPath(folder: string, kind: string): string {
  return join(folder, `.headgate-${kind}-${process.pid}-${placeOfPids()}-${randomBytes(8).toString('hex')}.tmp`);
}

/** Functions to call on exit. One listener calls them all, because every run adds some. */
const waitingForExit = new Set<() => void>();
let isListening = false;

/**
 * Calls `clean` when the process exits, also after a handled signal; SIGKILL calls none. `clean` must be synchronous and must not throw.
 * @returns a function that cancels the call
 */
export function atExit(clean: () => void): () => void {
  if (!isListening) {
    isListening = true;
    process.once('exit', () => {
      for (const one of waitingForExit) one();
    });
  }
  waitingForExit.add(clean);
  return () => waitingForExit.delete(clean);
}

/**
 * Registers a file or folder, with its contents, for removal when the process exits: at the end of the run, after `process.exit` in a
 * signal handler, or after an uncaught error. After SIGKILL, {@link clearAbandoned} of a later run removes it. Call this in the main
 * thread: each thread has a separate registry, and `process.exit` in the main thread ends workers without their exit handlers.
 */
export function registerTemporary(path: string): void {
  registered.set(
    path,
    atExit(() => {
      try {
        rmSync(path, { recursive: true, force: true });
      } catch {
        // A later run removes it.
      }
    }),
  );
}

/** Cancels the removal on exit, after the file was renamed or removed. */
export function releaseTemporary(path: string): void {
  registered.get(path)?.();
  registered.delete(path);
}

/**
 * Removes the files and folders of {@link temporaryPath} whose process ended without removing them. Searches only this folder, not its
 * subfolders. Does not remove those of a running process, of another machine or container, or of another user. Never fails.
 */
export async function clearAbandoned(folder: string): Promise<void> {
  const names = await opendir(folder, { bufferSize: NAMES_AT_ONCE }).catch(() => undefined);
  if (names === undefined) return;
  try {
    for await (const { name } of names) {
      const path = join(folder, name);
      if (isAbandoned(name, path) && (await isOwned(path))) await rm(path, { recursive: true, force: true });
    }
  } catch {
    // A later run tries again.
  }
}

/** Whether {@link temporaryPath} of any process returns such a name. */
export function isTemporary(name: string): boolean {
  return NAME.test(name);
}

function isAbandoned(name: string, path: string): boolean {
  const [, pid, place] = NAME.exec(name) ?? [];
  if (pid === undefined || place !== placeOfPids()) return false;
  // In a container every run may have the same process id.
  return Number(pid) === process.pid ? !registered.has(path) : !isRunning(Number(pid));
}

/** Whether this user owns the file: in a folder shared by all users, only the owner's processes may remove it. */
async function isOwned(path: string): Promise<boolean> {
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

/** Identifies the namespace of process ids: this machine or container. 8 hex digits. */
function placeOfPids(): string {
  if (place === undefined) {
    let namespace = '';
    try {
      namespace = readlinkSync('/proc/self/ns/pid');
    } catch {
      // Only Linux has namespaces.
    }
    place = createHash('sha256').update(`${hostname()}\n${namespace}`).digest('hex').slice(0, 8);
  }
  return place;
}
