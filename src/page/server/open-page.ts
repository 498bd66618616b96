// Opens the page over sources: over an index as it is, or over a temporary one that is built meanwhile and removed at the end. Prints nothing.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import manifest from '../../../package.json' with { type: 'json' };
import { HeadgateError, type TimeRange } from '../../base/index.ts';
import { type Location, type LocationOptions, redactLocation } from '../../input/destination/index.ts';
import { workerEntry } from '../../input/threads/index.ts';
import type { IndexLogsRequest } from '../../verbs/index-logs/index-logs.ts';
import { placeOfIndex } from '../../verbs/request/temporary-index.ts';
import { type PageServer, startServer } from './page-server.ts';
import { type PageSource, QuestionThread } from './question-thread.ts';

/** What the page is opened over, and with. */
export interface OpenPageRequest
  extends Pick<PageSource, 'reading' | 'nullAs' | 'undecidedOk' | 'state' | 'sql' | 'output' | 'sourceFlags'> {
  sources: readonly string[];
  connection: LocationOptions;
  range: TimeRange;
  slackMs: number | undefined;
  /** @default that of the index, else http_requests */
  dataset: string | undefined;
  /** Threads that read sources. */
  threads: number;
  /** 0 selects a free port. */
  port: number;
  /** Stops reading, before the page is open. */
  signal: AbortSignal;
  /** Called with each remark on the sources. */
  onWarning: (text: string) => void;
}

/** The data of the thread that builds. */
export type BuildStart = Pick<
  IndexLogsRequest,
  'out' | 'sources' | 'connection' | 'range' | 'slackMs' | 'dataset' | 'threads'
>;

/** From the thread that builds. */
export type FromBuild =
  | { kind: 'listed'; warnings: readonly string[] }
  /** @param failure what could not be read */
  | { kind: 'done'; failure: string | undefined }
  | { kind: 'failed'; code: string; message: string };

/** An open page. */
export interface OpenPage extends Pick<PageServer, 'address'> {
  /** Of the sources, without secrets. */
  shown: readonly string[];
  /** Whether the source is an index. */
  isIndex: boolean;
  /** Resolves when the source is read, with what could not be. */
  read: Promise<string | undefined>;
  /** A private file that leads a browser to the address. Removed at the end. */
  redirect(): Promise<string>;
  /** Ends answers, and removes what is temporary. */
  stop(): Promise<void>;
}

/** Read and write for the owner. */
const OWNER_FILE = 0o600;

/**
 * Opens the page.
 * @throws HeadgateError `port-in-use`, `port-refused`, `several-sources`, and those of sources that cannot be listed
 */
export async function openPage(request: OpenPageRequest): Promise<OpenPage> {
  const { sources, connection, range, slackMs, port, threads, signal, onWarning, ...asked } = request;
  const place = await placeOfIndex('open', request);
  const { index, isTemporary, dataset } = place;
  let build: Build | undefined;
  let thread: QuestionThread | undefined;
  const stop = async (server?: PageServer): Promise<void> => {
    await Promise.all([build?.stop(), server?.stop() ?? thread?.stop()]);
    place.remove();
  };
  try {
    if (isTemporary) {
      const { askEdgeKey: _, ...plain } = connection;
      const read = { sources: place.sources, connection: plain, range, slackMs, dataset };
      build = startBuild({ ...read, out: index, threads: Math.max(1, threads - 1) }, place.locations, {
        signal,
        onWarning,
      });
      await build.listed;
    }
    const shown = sources.map(redactLocation);
    thread = new QuestionThread({
      source: { ...asked, folder: index, isTemporary, dataset, sources: shown, version: manifest.version },
      isGrowing: build !== undefined,
    });
    const answering = thread;
    void build?.done.then((failure) => answering.endGrowth(failure));
    const { appFolder, NONCE_PLACEHOLDER } = await import('../app/build-app.ts');
    const server = await startServer(thread, { port, folder: await appFolder(), noncePlaceholder: NONCE_PLACEHOLDER });
    // What the first questions need is in memory when the page asks them.
    void answering.ask('open', {}).then(() => answering.ask('verdict', request.state));
    return {
      ...{ address: server.address, shown, isIndex: !isTemporary },
      read: build?.done ?? Promise.resolve(undefined),
      redirect: async () => writeRedirect(await place.createFolder(), server.address),
      stop: () => stop(server),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A running build. */
interface Build {
  /** Rejects if the sources cannot be listed. */
  listed: Promise<void>;
  /** Never rejects. @returns what could not be read */
  done: Promise<string | undefined>;
  stop(): Promise<void>;
}

function startBuild(
  start: BuildStart,
  locations: readonly Location[],
  { signal, onWarning }: Pick<OpenPageRequest, 'signal' | 'onWarning'>,
): Build {
  const listed = Promise.withResolvers<void>();
  const done = Promise.withResolvers<string | undefined>();
  // A key that was asked for is known to this thread alone.
  const key = locations.flatMap((one) => (one.kind === 'edge' ? (one.authKey ?? []) : []))[0];
  const worker = new Worker(workerEntry('build-worker', import.meta.url), {
    workerData: start,
    env: { ...process.env, ...(key !== undefined && { HEADGATE_EDGE_KEY: key }) },
  });
  const fail = (code: string, message: string): void => {
    listed.reject(new HeadgateError(code, message));
    done.resolve(message);
  };
  worker.on('message', (message: FromBuild) => {
    if (message.kind === 'failed') return fail(message.code, message.message);
    if (message.kind === 'done') return done.resolve(message.failure);
    message.warnings.forEach(onWarning);
    listed.resolve();
  });
  worker.on('error', (error) =>
    fail('unexpected', `cannot read the source: the thread that reads has failed (${error})`),
  );
  worker.on('exit', () => fail('interrupted', 'reading has ended before all objects were read'));
  signal.addEventListener('abort', () => listed.reject(signal.reason), { once: true });
  return {
    listed: listed.promise,
    done: done.promise,
    stop: async () => {
      await worker.terminate();
    },
  };
}

/** Other users see the arguments of a browser, but not this file. */
async function writeRedirect(folder: string, address: string): Promise<string> {
  const path = resolve(folder, 'open.html');
  const html = `<!doctype html><meta charset="utf-8"><title>headgate</title><meta http-equiv="refresh" content="0;url=${address}">\n`;
  await writeFile(path, html, { mode: OWNER_FILE });
  return path;
}
