// Changes how miniflare starts the process of the runtime: apart from the terminal, without a public route, and ended with this process.
// Miniflare starts a new process for each configuration, and after a crash.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Writable } from 'node:stream';
import { endWithParent } from './end-with-parent.ts';

/** Reports each child process of this process before it starts. https://nodejs.org/api/diagnostics_channel.html */
const CHANNEL = 'child_process';

/** The runtime whose code is running: several may start at once, and each process belongs to one of them. */
const owner = new AsyncLocalStorage<object>();

/** Watches the processes of one runtime. */
export interface RuntimeProcesses {
  /** Calls a function, and watches each process that it, or anything that follows from it, starts. */
  watch<T>(start: () => T): T;
  /** Forgets the last process, which has ended. */
  stop(): void;
}

/** A child process before it starts. Node calls its `spawn`, which is not in the types. */
type SpawningChild = ChildProcess & { spawn: (options: { file: string; detached?: boolean }) => unknown };

/** Path of the route; miniflare has no option that closes it. */
const ROUTE = '/cdn-cgi/local/r2/public';
/** No path of a URL contains a space: the route is never found. Of equal length, because the configuration contains lengths. */
const NOWHERE = '/cdn-cgi/local/r2/'.padEnd(ROUTE.length, ' ');

/**
 * Watches the processes of a runtime.
 * @param folder files of the runtime, removed if this process ends first
 * @param events `beforeSpawn`: called before a process is started, which does not start if this throws. `onSpawn`: called when it was started
 */
export function watchProcesses(
  folder: string,
  { beforeSpawn, onSpawn }: { beforeSpawn: () => void; onSpawn: () => void },
): RuntimeProcesses {
  const self = {};
  let forget = (): void => {};
  const onChild = (message: unknown): void => {
    if (owner.getStore() !== self) return;
    const child = (message as { process: SpawningChild }).process;
    const { spawn } = child;
    child.spawn = (options) => {
      const isOurs = isRuntime(options.file);
      if (isOurs) {
        beforeSpawn();
        leaveTerminal(options);
      }
      const spawned = spawn.call(child, options);
      if (isOurs && child.stdin !== null) changeConfiguration(child.stdin);
      return spawned;
    };
    child.once('spawn', () => {
      if (!isRuntime(child.spawnfile)) return;
      // The new shell first: between the two, SIGKILL of this process would leave the folder behind.
      const forgetNext = endWithParent(child.pid!, folder);
      forget();
      forget = forgetNext;
      onSpawn();
    });
  };
  subscribe(CHANNEL, onChild);
  return {
    watch: (start) => owner.run(self, start),
    stop: () => {
      unsubscribe(CHANNEL, onChild);
      forget();
    },
  };
}

/**
 * Starts the runtime in a session of its own: Ctrl-C in a terminal signals all processes of a session, and would end the bucket before
 * its caller has written what it holds. {@link endWithParent} ends it instead. Not on Windows, where it would open a console.
 */
function leaveTerminal(options: { detached?: boolean }): void {
  if (process.platform !== 'win32') options.detached = true;
}

/** The process reads its configuration from standard input; miniflare writes it in one piece. */
function changeConfiguration(stdin: Writable): void {
  const write = stdin.write.bind(stdin) as (...args: unknown[]) => boolean;
  stdin.write = (chunk: Buffer, ...rest: unknown[]) => {
    closePublicRoute(chunk);
    return write(chunk, ...rest);
  };
}

/**
 * Closes a route of the runtime that reads every object without a key: with it, nothing that the edge script rejects would be protected.
 * Replaces its path wherever it is in the configuration of the runtime, which contains the source of its router. Requests to it then reach
 * the edge script, as a key.
 * @param configuration changed in place
 */
function closePublicRoute(configuration: Buffer): void {
  for (let at = configuration.indexOf(ROUTE); at >= 0; at = configuration.indexOf(ROUTE, at)) {
    configuration.write(NOWHERE, at);
  }
}

function isRuntime(file: string): boolean {
  return /workerd(\.exe)?$/.test(file);
}
