// headgate worker: reads logs for commands with --workers, on this machine or another one.
import { hostname } from 'node:os';
import { parseSpan } from '../../base/index.ts';
import { MAX_PORT } from '../../sandbox/limits/index.ts';
import { type CommandFlags, defineCommand } from '../command.ts';
import { THREADS_FLAG } from '../flags/source-flags.ts';

const FLAGS = [
  {
    flag: '--allow <dir>',
    sets: 'allow',
    kind: 'text',
    repeatable: true,
    help: 'Read only this bucket with prefix, or folder (repeatable; default: all buckets of Amazon S3 and R2, no folder)',
  },
  {
    flag: '--name <name>',
    sets: 'name',
    kind: 'parsed',
    parse: (text: string) => text.trim() || undefined,
    expected: 'a name',
    help: 'Name in progress, errors and metrics (default: host name and process id)',
  },
  { ...THREADS_FLAG, help: 'Shards that are read at the same time' },
  {
    flag: '--grace <span>',
    sets: 'graceMs',
    kind: 'parsed',
    parse: (text: string) => (text.trim() === '0' ? 0 : parseSpan(text)),
    expected: 'a duration such as 20s or 5m, or 0',
    help: 'How long to finish shards on Ctrl-C or SIGTERM before they are returned to the queue (default: 20s)',
  },
  {
    flag: '--metrics <address>',
    sets: 'metrics',
    kind: 'parsed',
    parse: parseAddress,
    expected: `HOST:PORT such as 127.0.0.1:9464, with a port from 1 to ${MAX_PORT}`,
    help: 'Serve /metrics for Prometheus and /health at HOST:PORT',
  },
] as const;

type Flags = CommandFlags<typeof FLAGS>;

/** The command. */
export const workerCommand = defineCommand({
  name: 'worker',
  summary: 'Read logs for commands with --workers, on this machine or another one',
  description:
    'Takes shards of runs from a queue in Redis, reads their objects, and stores the partial answers there, until it is stopped. Credentials of buckets come from the environment of the worker.',
  arguments: [
    {
      name: 'redis',
      takes: 'one',
      help: 'redis://HOST:PORT, or rediss:// for TLS, with /DATABASE and ?prefix=NAME; password: HEADGATE_REDIS_PASSWORD',
    },
  ],
  flags: FLAGS,
  notes: `
Examples:
  headgate worker redis://queue.internal:6379 --allow s3://logs/http_requests
  headgate replay 's3://logs/http_requests/{DATE}?region=eu-west-1' --since 30d --job job.json --workers redis://queue.internal:6379

docs/scale.md describes sizing, security and schedulers.

Exit codes: 0 stopped, 2 cannot start.`,
  run: ([redis], flags) => runWorker(redis, flags),
});

function parseAddress(text: string): { host: string; port: number } | undefined {
  const [, host, digits] =
    /^(?:\[([\da-fA-F:]+)\]|([^:]+)):(\d{1,5})$/.exec(text)?.filter((one) => one !== undefined) ?? [];
  const port = Number(digits);
  return host !== undefined && port >= 1 && port <= MAX_PORT ? { host, port } : undefined;
}

async function runWorker(url: string, flags: Flags): Promise<void> {
  const [{ serve }, { listenForInterrupt }, { printNotice }] = await Promise.all([
    import('../../verbs/worker/serve.ts'),
    import('../stdio/interrupt.ts'),
    import('../stdio/output.ts'),
  ]);
  const { allow = [], name = `${hostname()}-${process.pid}`, threads, graceMs, metrics } = flags;
  await serve({
    ...{ url, allow, name, threads, graceMs, metrics, signal: listenForInterrupt() },
    onNotice: (text) => printNotice(`headgate: ${text}`, {}),
    onWarning: (text) => printNotice(`headgate: warning: ${text}`, {}),
  });
}
