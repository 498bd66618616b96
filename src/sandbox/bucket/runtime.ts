// Starts the platform's own runtime on loopback, without output or network; the caller provides the script. The runtime
// is a process: it must not outlive this one, or leave files.
import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Json, Miniflare, MiniflareOptions } from 'miniflare';
import { HeadgateError, optionalPackage, writeReason } from '../../base/index.ts';
import { holdFolder } from './hold-folder.ts';
import { watchProcesses } from './runtime-process.ts';
import { waitForPort } from './wait-for-port.ts';

/** Options of {@link startRuntime}. */
interface RuntimeOptions {
  /** 0 selects a free port. */
  port: number;
  /** Folder for the files of the runtime, created here and removed when the runtime stops. */
  folder: string;
  /** Folder for the objects of all buckets, which is created if it is missing, and is kept. @default below `folder` */
  objectsFolder?: string | undefined;
  /** Called when the first process of the runtime was started. It is ready later; the caller may use the time. */
  onSpawn?: (() => void) | undefined;
}

/** What the runtime runs. */
export interface RuntimeConfiguration {
  /** Source of an edge module. */
  script: string;
  compatibilityDate: string;
  /** Variables and secrets of the script. */
  bindings: Record<string, Json>;
  /** Buckets, by the name of their binding. `id` is the name of the bucket. */
  r2Buckets: Record<string, { id: string; s3Credentials: { accessKeyId: string; secretAccessKey: string } }>;
}

/** A running runtime. */
interface Runtime {
  address: URL;
  /**
   * Replaces the configuration. Objects and address remain; requests in progress are cut off.
   * @throws HeadgateError `bucket-removed` if the objects are gone, before anything else; `bucket-start` or `port-in-use` if it does not start again
   */
  restart: (configuration: RuntimeConfiguration) => Promise<void>;
  /** Stops the runtime and removes its files. */
  stop: () => Promise<void>;
}

/** No other machine can reach it. */
const LOOPBACK = '127.0.0.1';
/** Variables that `os.tmpdir()` reads, on one system or another. */
const FOLDER_VARIABLES = ['TMPDIR', 'TEMP', 'TMP'];
/** Default folder for the objects, below that of the runtime. */
const OBJECTS = 'objects';
/** Signals on which miniflare ends this process, before the caller could print its results. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Starts the runtime.
 * @throws HeadgateError `no-package` if miniflare is not installed, `bucket-start` or `port-in-use` if it does not start
 */
export async function startRuntime(
  { port, folder, objectsFolder, onSpawn }: RuntimeOptions,
  configuration: RuntimeConfiguration,
): Promise<Runtime> {
  const { Miniflare, Log, LogLevel } = await optionalPackage(
    'miniflare',
    'start a local bucket',
    () => import('miniflare'),
  );
  if (port !== 0) await waitForPort(port, LOOPBACK);
  if (objectsFolder !== undefined && !existsSync(objectsFolder)) createFolder(objectsFolder);
  createFolder(folder);
  const objects = resolve(objectsFolder ?? join(folder, OBJECTS));
  if (objectsFolder === undefined) createFolder(objects);
  const first = holdFolder(objects);
  // The runtime would create the folder again, and serve an empty bucket.
  const checkObjects = (): void => {
    if (!first.isInPlace()) throw removedError(objects, objectsFolder === undefined);
  };
  let isFirst = true;
  const processes = watchProcesses(folder, {
    // Also after a crash of the runtime, when miniflare has created the folder again before.
    beforeSpawn: checkObjects,
    onSpawn: () => {
      if (isFirst) onSpawn?.();
      isFirst = false;
    },
  });
  const optionsOf = (at: number, settings: RuntimeConfiguration): MiniflareOptions => ({
    modules: true,
    host: LOOPBACK,
    port: at,
    // Otherwise it downloads a file that describes a request from the edge.
    cf: false,
    log: new Log(LogLevel.NONE),
    // The output of the runtime is not needed, but unread it would fill its pipe.
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
      stdout.resume();
      stderr.resume();
    },
    r2Persist: objects,
    ...settings,
  });
  let runtime: Miniflare | undefined;
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (!isStopped) first.release();
    isStopped = true;
    await runtime?.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    processes.stop();
  };
  try {
    const started = processes.watch(() => create(Miniflare, folder, optionsOf(port, configuration)));
    runtime = started;
    const address = await started.ready;
    const boundPort = Number(address.port);
    const restart = async (changed: RuntimeConfiguration): Promise<void> => {
      if (!isStopped) checkObjects();
      const apply = () => processes.watch(() => started.setOptions(optionsOf(boundPort, changed)));
      try {
        // The port is free for a moment, and may become the source port of a connection of another program.
        await apply().catch(async () => {
          await waitForPort(boundPort, LOOPBACK);
          await apply();
        });
      } catch (error) {
        throw startError(error, boundPort);
      }
    };
    return { address, restart, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw startError(error, port);
  }
}

function startError(error: unknown, port: number): HeadgateError {
  const reported = (error as Error).message.split('\n', 1)[0]!;
  const isInUse = /already in use/.test(reported);
  const reason = isInUse ? `port ${port} is already in use; choose another port` : `the runtime reports: ${reported}`;
  const code = isInUse ? 'port-in-use' : 'bucket-start';
  return new HeadgateError(code, `cannot start a local bucket: ${reason}`, { cause: error });
}

function removedError(objects: string, isTemporary: boolean): HeadgateError {
  const fix = isTemporary ? '; use --state FILE to keep its objects outside the folder for temporary files' : '';
  return new HeadgateError(
    'bucket-removed',
    `cannot restart the local bucket: the folder ${objects} with its objects was removed while it ran; start a new sandbox${fix}`,
    { kind: 'negative' },
  );
}

function createFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    throw new HeadgateError(
      'bucket-start',
      `cannot start a local bucket: cannot create ${path}: ${writeReason(error)}`,
    );
  }
}

/**
 * Creates the runtime with its files in a folder, and without its signal handlers. It reads the temporary folder only
 * in its constructor.
 */
function create(Runtime: typeof Miniflare, folder: string, options: MiniflareOptions): Miniflare {
  const before = FOLDER_VARIABLES.map((name) => [name, process.env[name]] as const);
  const listening = new Set(SIGNALS.flatMap((name) => process.listeners(name)));
  for (const name of FOLDER_VARIABLES) process.env[name] = folder;
  try {
    return new Runtime(options);
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    for (const name of SIGNALS) {
      for (const listener of process.listeners(name)) if (!listening.has(listener)) process.off(name, listener);
    }
  }
}
