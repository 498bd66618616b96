// A worker: reads shards of the runs of other commands, and shows what it does to monitors. How shards are taken: src/input/workers.
import { once } from 'node:events';
import { QUERY_WORKER } from '../../analysis/query/index.ts';
import { SAMPLE_WORKER } from '../../analysis/sample/index.ts';
import { VALIDATE_WORKER } from '../../analysis/validate/index.ts';
import { HeadgateError, optionalPackage } from '../../base/index.ts';
import { parseRedisAddress, type ServeOptions, type ShardEvent, serveShards } from '../../input/workers/index.ts';

/** How long a worker that is stopped finishes what it reads. Milliseconds. */
export const DEFAULT_GRACE_MS = 20_000;

/** What a worker serves. */
export interface WorkerRequest
  extends Pick<ServeOptions, 'allow' | 'name' | 'threads' | 'signal' | 'onNotice' | 'onWarning'> {
  /** As of `--workers`. */
  url: string;
  /** @default DEFAULT_GRACE_MS */
  graceMs?: number | undefined;
  /** Address of the endpoint for monitors. @default none */
  metrics?: { host: string; port: number } | undefined;
}

/** Serves until the signal is aborted. @throws HeadgateError as `serveShards`; `metrics-failed` */
export async function serve({ url, graceMs = DEFAULT_GRACE_MS, metrics, ...options }: WorkerRequest): Promise<void> {
  const address = parseRedisAddress(url);
  const modules = [QUERY_WORKER, SAMPLE_WORKER, VALIDATE_WORKER];
  const entries = Object.fromEntries(modules.map((entry) => [/([^/]+)\.m?[jt]s$/.exec(entry.pathname)![1]!, entry]));
  const { server, ...callbacks } = metrics === undefined ? {} : await startMonitor(metrics, options.name);
  try {
    await serveShards({ ...options, address, graceMs, entries, ...callbacks });
  } finally {
    server?.close();
    server?.closeAllConnections();
  }
}

/**
 * Answers `/metrics` in the format of Prometheus, and `/health` with 200 while Redis is connected, else 503. A worker that leaves all
 * queued shards to others is as ready as one without shards.
 */
async function startMonitor({ host, port }: { host: string; port: number }, name: string) {
  let isReady = (): boolean => false;
  const action = 'serve metrics';
  const { Counter, collectDefaultMetrics, Registry } = await optionalPackage(
    'prom-client',
    action,
    () => import('prom-client'),
  );
  const { createServer } = await import('node:http');
  const registry = new Registry();
  registry.setDefaultLabels({ worker: name });
  collectDefaultMetrics({ register: registry });
  const counter = <Label extends string>(metric: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name: `headgate_${metric}`, help, labelNames, registers: [registry] });
  const shards = counter('shards_total', 'Shards by how their reading ended.', ['outcome']);
  const lines = counter('lines_total', 'Lines read.');
  const bytes = counter('bytes_total', 'Bytes read, as stored.');
  const seconds = counter('shard_seconds_total', 'Seconds of all threads by phase.', ['phase']);
  for (const outcome of ['read', 'retried', 'failed', 'returned', 'rejected', 'skipped'] as const)
    shards.inc({ outcome }, 0);
  const server = createServer(async (request, response) => {
    if (request.url === '/metrics') {
      response.setHeader('Content-Type', registry.contentType).end(await registry.metrics());
    } else if (request.url === '/health') {
      response.writeHead(isReady() ? 200 : 503).end(isReady() ? 'ok\n' : 'no connection to Redis\n');
    } else response.writeHead(404).end();
  });
  await once(server.listen(port, host), 'listening').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EADDRINUSE' ? 'another process uses the port' : error.message;
    throw new HeadgateError('metrics-failed', `cannot ${action} at ${host}:${port}: ${reason}; name another port`);
  });
  // Such as for a lack of descriptors, which ends.
  server.on('error', () => {});
  return {
    server,
    onReady: (found: () => boolean) => {
      isReady = found;
    },
    onShard: (event: ShardEvent) => {
      shards.inc({ outcome: event.outcome });
      lines.inc(event.lines);
      bytes.inc(event.bytes);
      seconds.inc({ phase: 'read' }, event.readSeconds);
      seconds.inc({ phase: 'store' }, event.storeSeconds);
    },
  };
}
