// Starts the local service: state, bucket, API, push and traffic in one process, on loopback. Stops what it started if a part cannot
// start. Imports the parts when they are needed: they are heavy.
import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { HeadgateError, optionalPackage, printCount, redactSecrets } from '../base/index.ts';
import { DEFAULT_DATASET, getDataset } from '../language/dataset/index.ts';
import { type Bucket, startBucket } from './bucket/bucket.ts';
import { checkOptions } from './check-options.ts';
import type { FedTraffic } from './feed/fed-traffic.ts';
import { type LocalServer, listenLocally } from './local-server.ts';
import type { GivenPool } from './pools/check-pools.ts';
import { fillZone, moveDestinations } from './prepare-zone.ts';
import type { JobTotals, PushTotals } from './push/batch-delivery.ts';
import type { PushEngine } from './push/push-engine.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { createServiceClock, type ServiceClock } from './service-clock.ts';
import type { StoredJob } from './state/job-config.ts';
import type { State } from './state/state.ts';
import { lastEndpoint, portsOf, storeAddresses, storeBucket, storedKeys, storedResources } from './stored-bucket.ts';
import { exchangeProblem } from './traffic/index.ts';

/** Code of the error when something has removed the objects. */
const REMOVED = 'bucket-removed';
/** The package that pushes to buckets. */
const S3_SDK = '@aws-sdk/client-s3';
/** Name of the bucket. */
const BUCKET_NAME = 'sandbox';
/** Seeds are 32 bits. */
const SEEDS = 2 ** 32;
/** Added to the name of the state file. */
const OBJECTS_SUFFIX = '.bucket';

/**
 * Starts a local copy of the service: the management API of a zone, an S3 bucket with the edge script in front of it, and the push to the
 * bucket. Needs `miniflare` and `@aws-sdk/client-s3`.
 * @returns when clients can use it
 * @throws HeadgateError `port-in-use`, `bucket-start`, `no-package`, `state-invalid`, `state-in-use`, or if the file of
 * the traffic or of the pools cannot be read
 * @example
 * ```ts
 * import { startSandbox } from 'headgate';
 *
 * const sandbox = await startSandbox({ traffic: { rate: 20, seconds: 60, seed: 7 }, speed: Infinity });
 * await sandbox.trafficEnd;
 *
 * // Any client of the platform works: new Cloudflare({ baseURL: sandbox.baseURL, apiToken: sandbox.token })
 * const jobs = await fetch(`${sandbox.baseURL}/zones/${sandbox.zoneId}/logpush/jobs`, {
 *   headers: { authorization: `Bearer ${sandbox.token}` },
 * });
 * const { result } = (await jobs.json()) as { result: { name: string }[] };
 * console.log(result.map(({ name }) => name).join(' ')); // => all-requests errors-and-threats
 *
 * sandbox.push({
 *   timestamp: undefined,
 *   client: { ip: '198.51.100.7', country: 'de' },
 *   request: { method: 'GET', url: 'https://shop.example.com/cart', httpVersion: 'h2', headers: [['cookie', 'cartId=7']] },
 *   response: { status: 503, headers: [['content-type', 'text/html']] },
 * });
 * await sandbox.flush();
 * const { exchanges, jobs: pushed } = await sandbox.stop();
 * console.log(exchanges, pushed.every(({ lines, lostLines }) => lines > 0 && lostLines === 0)); // => 1201 true
 * ```
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  await checkOptions(options);
  const started: StartedParts = { feedEnd: new AbortController() };
  try {
    return await startParts(options, started);
  } catch (error) {
    await stopParts(started).catch(() => undefined);
    throw error;
  }
}

/** The parts that run, as far as they were started. */
interface StartedParts {
  state?: State;
  server?: LocalServer;
  bucket?: Bucket;
  engine?: PushEngine;
  /** Ends with the traffic. */
  feed?: Promise<void>;
  /** Ends the traffic, and POSTs to webhooks. */
  feedEnd: AbortController;
}

async function startParts(options: SandboxOptions, started: StartedParts): Promise<Sandbox> {
  const { speed = 1, limits = 'classic', onEvent, onProblem = () => {} } = options;
  // Found, but not loaded before the first push.
  await optionalPackage(S3_SDK, 'push to a bucket', async () => import.meta.resolve(S3_SDK));
  // Before the state: a file that cannot be used leaves no new state behind.
  const given = options.pools && (await (await import('./pools/read-pools.ts')).readPools(options.pools));
  const { openState } = await import('./state/state.ts');
  let clock = createServiceClock(Date.now(), speed);
  const state = openState({ file: options.state, token: options.token, now: () => clock.now() });
  started.state = state;
  // Service time never goes back, not even after a run at a higher speed.
  if (state.latestMs > clock.now()) clock = createServiceClock(state.latestMs, speed);
  const { identity, settings } = state;
  const notice = given && (await addPools(state, given, clock.now));
  if (notice !== undefined) onProblem(notice);
  const poolCount = state.pools.count();
  const ports = portsOf(options, settings);
  const server = await listenLocally(ports.port);
  started.server = server;
  let loading: ReturnType<typeof loadParts> | undefined;
  const bucket = await startBucket({
    bucketName: BUCKET_NAME,
    port: ports.bucketPort,
    keys: storedKeys(settings),
    resources: storedResources(state.resources),
    edge: options.edge ?? {},
    // The other parts load while the process of the bucket starts: earlier, they would delay it.
    onSpawn: () => {
      loading = loadParts();
      loading.catch(() => undefined);
    },
    ...(options.temporaryFolder === undefined ? {} : { folder: options.temporaryFolder }),
    ...(options.state === undefined ? {} : { objectsFolder: resolve(options.state) + OBJECTS_SUFFIX }),
  }).catch((error: unknown) => {
    throw bucketError(error, options);
  });
  started.bucket = bucket;
  const { BASE_PATH, createApi, createPushView, createRequestListener, openObjectWriter, PushEngine } =
    await (loading ?? loadParts());

  const changeBuckets = async (store: () => void | Promise<void>): Promise<void> => {
    let undo = (): void => {};
    const latest = async () => {
      undo = state.resources.snapshot();
      await store();
      return storedResources(state.resources);
    };
    await bucket.change(latest, () => undo());
  };
  const own = {
    ...accessTo(bucket),
    accountId: identity.accountId,
    has: bucket.has,
    pass: bucket.pass,
    ensure: async (name: string) => {
      if (!bucket.has(name)) await changeBuckets(() => storeBucket(state.resources, name, clock.now()));
    },
  };
  const openWriter = (destinationConf: string) => openObjectWriter(destinationConf, own, options);
  const zone = { state, openWriter, destinationConf: bucket.destinationConf };
  await moveDestinations(zone, lastEndpoint(settings), bucket.endpoint);
  storeAddresses(settings, { port: server.port, endpoint: bucket.endpoint });
  await fillZone(zone, options.empty === true);
  const api = createApi({
    state,
    now: clock.now,
    limits,
    openWriter,
    rateLimit: options.rateLimit,
    stopSignal: started.feedEnd.signal,
    buckets: {
      ownName: bucket.bucketName,
      isEmpty: bucket.isEmpty,
      change: changeBuckets,
    },
    ...(options.maxJobs === undefined ? {} : { maxJobs: options.maxJobs }),
    ...(options.maxPolicies === undefined ? {} : { maxPolicies: options.maxPolicies }),
    onFault: (error) => {
      if (options.onFailure !== undefined && error instanceof HeadgateError && error.code === REMOVED) {
        options.onFailure(error);
        return;
      }
      const reason = error instanceof HeadgateError ? error.message : String(error);
      onProblem(redactSecrets(`the API answers a request with HTTP 500: ${reason}`));
    },
  });
  const engine = new PushEngine({
    source: createPushView(state, limits),
    openWriter,
    clock,
    limits,
    onEvent,
    dataset: getDataset(DEFAULT_DATASET),
    // A bucket may contain the lines of earlier starts, whose ray IDs must differ.
    seed: randomInt(SEEDS),
  });
  started.engine = engine;
  server.handle(createRequestListener(api));
  const trafficEnd = startTraffic(options, clock, engine, started);

  let stopped: Promise<PushTotals> | undefined;
  let lastJobs: ReturnType<State['jobs']['list']> | undefined;
  const totals = () => zoneTotals(engine.totals(), lastJobs ?? state.jobs.list('zone'));
  return {
    baseURL: server.origin + BASE_PATH,
    token: identity.token,
    email: identity.email,
    apiKey: identity.apiKey,
    zoneId: identity.zoneId,
    accountId: identity.accountId,
    poolCount,
    bucket: { ...accessTo(bucket), name: bucket.bucketName, destinationConf: bucket.destinationConf },
    edge: bucket.edge,
    trafficEnd,
    push: (exchange) => {
      const problem = exchangeProblem(exchange);
      if (problem !== undefined) throw new HeadgateError('exchange-invalid', `cannot push the exchange: ${problem}`);
      engine.push(exchange);
    },
    flush: () => engine.flush(),
    totals,
    stop: () => {
      lastJobs ??= state.jobs.list('zone');
      stopped ??= stopParts(started).then(totals);
      return stopped;
    },
  };
}

/** The figures of the push: adds the jobs without figures, and marks the deleted ones. @param jobs of the zone now */
function zoneTotals({ exchanges, jobs: pushed }: PushTotals, jobs: readonly StoredJob[]): PushTotals {
  const found = new Map(pushed.map((totals) => [totals.id, totals]));
  const ids = new Set(jobs.map(({ id }) => id));
  const deleted = pushed
    .filter(({ id, lines, lostLines }) => !ids.has(id) && lines + lostLines > 0)
    .map((totals) => ({ ...totals, deleted: true as const }));
  return { exchanges, jobs: [...jobs.map((job) => found.get(job.id) ?? withoutPush(job)), ...deleted] };
}

function withoutPush({ id, config }: StoredJob): JobTotals {
  return { id, name: config.name || `job-${id}`, batches: 0, lines: 0, storedBytes: 0, lostBatches: 0, lostLines: 0 };
}

/** @returns a sentence if the pools were not added */
async function addPools(state: State, given: readonly GivenPool[], now: () => number): Promise<string | undefined> {
  const { fillPools } = await import('./pools/store-pools.ts');
  const { createStamps, printMicroseconds } = await import('./state/service-time.ts');
  const stamps = createStamps(now, 0);
  return fillPools(state, given, () => printMicroseconds(stamps()));
}

/** Says why the bucket needs a port that the user has not named. */
function bucketError(error: unknown, { port, bucketPort }: SandboxOptions): unknown {
  if (!(error instanceof HeadgateError) || error.code !== 'port-in-use' || bucketPort !== undefined || !port)
    return error;
  const message = `${error.message}: the bucket uses the port after that of the API (--port ${port})`;
  return new HeadgateError(error.code, message, { cause: error });
}

async function loadParts() {
  const [api, { openObjectWriter }, { PushEngine }, { createPushView }] = await Promise.all([
    import('./api/create-api.ts'),
    import('./destination/open-object-writer.ts'),
    import('./push/push-engine.ts'),
    import('./state/push-view.ts'),
  ]);
  return { ...api, createPushView, openObjectWriter, PushEngine };
}

function accessTo({ endpoint, region, accessKeyId, secretAccessKey }: Bucket) {
  return { endpoint, region, accessKeyId, secretAccessKey };
}

/** Starts the traffic. @returns a promise that ends when all of it was read, and pushed if service time follows it */
function startTraffic(
  { traffic, onProblem = () => {} }: SandboxOptions,
  clock: ServiceClock,
  engine: PushEngine,
  started: StartedParts,
): Promise<FedTraffic> {
  if (traffic === undefined) return Promise.resolve({ exchanges: 0, skipped: {} });
  const { signal } = started.feedEnd;
  const feed = async (): Promise<FedTraffic> => {
    const { feedTraffic } = await import('./feed/feed-traffic.ts');
    return await feedTraffic({
      traffic: 'file' in traffic ? traffic : { ...traffic, seed: traffic.seed ?? randomInt(SEEDS) },
      clock,
      signal,
      onProblem: ({ offset, message }) => onProblem(`the traffic at byte ${printCount(offset)}: ${message}`),
      push: (exchange) => engine.push(exchange),
      whenReady: () => engine.whenReady(),
    });
  };
  const fed = feed();
  // Not with the flush below, which waits for every attempt: a stop limits its own.
  started.feed = fed.then(
    () => {},
    () => {},
  );
  const end = fed.finally(async () => {
    // Time has ended with the traffic: no batch would close by time.
    if (clock.followsTraffic && !signal.aborted) await engine.flush();
  });
  // The caller may ignore the promise.
  end.catch(() => undefined);
  return end;
}

/** Stops what runs: the traffic first, the bucket last. Continues after an error, and then throws the first one. */
async function stopParts({ feedEnd, feed, engine, server, state, bucket }: StartedParts): Promise<void> {
  feedEnd.abort();
  const stops = [() => feed, () => engine?.stop(), server?.stop, state?.close, bucket?.stop];
  const errors: unknown[] = [];
  for (const stop of stops) {
    try {
      await stop?.();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
