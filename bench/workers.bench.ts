// Measures --workers with a Redis of its own: shards per second through the queue, workers that wait for a slow bucket, and what one worker takes
// more than the command alone. Needs redis-server. Prints a table; stores the raw runs.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portWithoutServer } from '../test/helpers/listen.ts';
import { generateObjects } from './generated-logs.ts';
import { buildPackage, headgate, replaying } from './headgate-command.ts';
import { keepRun, machineName } from './machine.ts';
import { startSlowBucket } from './slow-bucket.ts';
import { cpuOf, median, peakOf, type TimedCommand, type TimedRun, timeCommand } from './timed-command.ts';

const FILTER = 'EdgeResponseStatus >= 500';
const LINE =
  '{"EdgeResponseStatus":200,"ClientCountry":"de","RayID":"0123456789abcdef","EdgeStartTimestamp":1793500000}\n';
/** Links of one file that every file system has. */
const LINKS = 30_000;
/** Latency of the slow bucket. Milliseconds. */
const LATENCY_MS = 50;
/** Size of its objects. Bytes. */
const OBJECT_BYTES = 20_000;
/** Shards of each of its workers: a minute, so that the start of 16 processes on two cores matters little. */
const SHARDS_OF_WORKER = 4000;
const MANY_WORKERS = 16;
/** Objects of the row on overhead. */
const LARGE_OBJECTS = 16;
/** One shard for each object, however small. */
const SMALL_SHARDS = ['--shard-size', '1B'];

type Row = Record<string, string | number>;

/** Measures all rows. @param shards of the first one @param bytes of lines of the last one @param only part of the names of the rows to measure */
export async function benchWorkers(shards: number, bytes: number, rounds: number, only = ''): Promise<void> {
  buildPackage();
  const folder = mkdtempSync(join(tmpdir(), 'headgate-bench-workers-'));
  const redis = await startRedis(folder);
  const benches: Readonly<Record<string, () => Promise<Row[]>>> = {
    queue: () => queueRows(redis, join(folder, 'objects'), shards),
    latency: () => latencyRows(redis),
    overhead: () => overheadRows(redis, bytes, rounds),
  };
  const rows: Row[] = [];
  try {
    for (const [name, measure] of Object.entries(benches)) if (name.includes(only)) rows.push(...(await measure()));
  } finally {
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${machineName()}\n`);
  console.table(rows);
  console.log(`raw runs: ${keepRun(only === '' ? 'workers' : `workers-${only}`, { rows })}`);
}

interface Process {
  child: ChildProcess;
  stop: () => Promise<void>;
}

function started(child: ChildProcess): Process {
  const ended = once(child, 'exit');
  return {
    child,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function startRedis(folder: string): Promise<Process & { url: string }> {
  const port = await portWithoutServer();
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const redis = started(spawn('redis-server', settings, { stdio: 'ignore' }));
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await new Promise((found) => {
      socket.once('connect', () => found(true)).once('error', () => found(false));
    });
    socket.destroy();
    if (isThere === true) return { ...redis, url: `redis://127.0.0.1:${port}` };
  }
}

/** Starts workers, and waits until they take shards. */
async function startWorkers(redis: { url: string }, count: number, flags: readonly string[]): Promise<Process[]> {
  const keys = { AWS_ACCESS_KEY_ID: 'K', AWS_SECRET_ACCESS_KEY: 'S' };
  const workers = Array.from({ length: count }, (_, index) => {
    const { command, args } = headgate('worker', ['worker', redis.url, '--name', `w${index}`, ...flags]);
    return started(spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...keys } }));
  });
  await Promise.all(workers.map(({ child }) => once(child.stderr!, 'data')));
  for (const { child } of workers) child.stderr!.resume();
  return workers;
}

/** Runs a command beside new workers. @returns as {@link runBeside} */
async function runWith(side: TimedCommand, redis: Process & { url: string }, count: number, flags: readonly string[]) {
  const workers = await startWorkers(redis, count, flags);
  try {
    return await runBeside(side, redis, workers);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

/** Runs a command beside workers. @returns its figures, and processor seconds and the largest peak of the workers and of Redis */
async function runBeside(side: TimedCommand, redis: Process, workers: readonly Process[]) {
  const cpu = (): number => workers.reduce((sum, { child }) => sum + cpuOf(child.pid), 0);
  const [cpuBefore, redisBefore] = [cpu(), cpuOf(redis.child.pid)];
  const run = await timeCommand(side);
  return {
    ...run,
    workerCpu: cpu() - cpuBefore,
    redisCpu: cpuOf(redis.child.pid) - redisBefore,
    workerPeak: Math.max(...workers.map(({ child }) => peakOf(child.pid))),
    redisPeak: peakOf(redis.child.pid),
  };
}

type WorkersRun = Awaited<ReturnType<typeof runBeside>>;

function figuresOf(run: WorkersRun): Row {
  return {
    seconds: run.seconds.toFixed(1),
    'CPU s: command, workers, Redis': [run.cpuSeconds, run.workerCpu, run.redisCpu].map(Math.round).join(', '),
    'peak MB: command, worker, Redis': [run.peakBytes, run.workerPeak, run.redisPeak]
      .map((bytes) => Math.round(bytes / 1e6))
      .join(', '),
  };
}

async function queueRows(redis: Process & { url: string }, folder: string, shards: number): Promise<Row[]> {
  mkdirSync(folder);
  let source = '';
  for (let index = 0; index < shards; index += 1) {
    const file = join(folder, `${String(index).padStart(7, '0')}.log`);
    if (index % LINKS === 0) writeFileSync(file, LINE);
    else linkSync(source, file);
    if (index % LINKS === 0) source = file;
  }
  const flags = ['--counts', '--workers', redis.url, ...SMALL_SHARDS];
  const run = await runWith(replaying('queue', [folder], [FILTER], flags), redis, 1, [
    ...['--allow', folder, '--threads', '2'],
  ]);
  return [
    {
      row: `${shards} shards of one line, one worker with two threads`,
      aim: '500 shards/s, command 400 MB',
      measured: `${Math.round(shards / run.seconds)} shards/s`,
      ...figuresOf(run),
    },
  ];
}

async function latencyRows(redis: Process & { url: string }): Promise<Row[]> {
  const bucket = await startSlowBucket({
    latencyMs: LATENCY_MS,
    body: Buffer.from(LINE.repeat(Math.ceil(OBJECT_BYTES / LINE.length))),
    // Keys begin with their number of workers.
    countOf: (prefix) => Number.parseInt(prefix, 10) * SHARDS_OF_WORKER,
    ending: '.log',
  });
  const rows: Row[] = [];
  try {
    let alone = 0;
    for (const workers of [1, MANY_WORKERS]) {
      const shards = workers * SHARDS_OF_WORKER;
      const flags = ['--counts', '--workers', redis.url, ...SMALL_SHARDS];
      const run = await runWith(
        replaying('latency', [bucket.sourceOf(`${workers}/`)], [FILTER], flags),
        redis,
        workers,
        ['--threads', '1', '--allow', `s3://b/?region=auto&endpoint=${bucket.origin}`],
      );
      const rate = shards / run.seconds;
      alone ||= rate;
      rows.push({
        row: `${workers} workers with one request in flight, ${LATENCY_MS} ms latency`,
        aim: workers === 1 ? '' : '14 × one',
        measured: `${rate.toFixed(1)} shards/s${workers === 1 ? '' : `: ${(rate / alone).toFixed(1)} ×`}`,
        ...figuresOf(run),
      });
    }
  } finally {
    await bucket.stop();
  }
  return rows;
}

async function overheadRows(redis: Process & { url: string }, bytes: number, rounds: number): Promise<Row[]> {
  const { plain, gzip } = await generateObjects(LARGE_OBJECTS, Math.round(bytes / LARGE_OBJECTS));
  const rows: Row[] = [];
  const forms = Object.entries({ plain, gzip });
  for (const [threads, [form, files]] of ['1', '2'].flatMap((count) => forms.map((one) => [count, one] as const))) {
    const alone: TimedRun[] = [];
    const withWorker: WorkersRun[] = [];
    // A worker is a service: it has read a run before the first one that counts.
    const allowed = files.flatMap((file) => ['--allow', file]);
    const workers = await startWorkers(redis, 1, ['--threads', threads, ...allowed]);
    try {
      for (let round = 0; round <= rounds; round += 1) {
        const single = await timeCommand(replaying('alone', files, [FILTER], ['--threads', threads]));
        const side = replaying('worker', files, [FILTER], ['--workers', redis.url]);
        const run = await runBeside(side, redis, workers);
        // A run that is complete would be read from Redis.
        await removeRuns(redis);
        if (round === 0) continue;
        alone.push(single);
        withWorker.push(run);
      }
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
    }
    const [before, after] = [alone, withWorker].map((runs) => median(runs.map(({ seconds }) => seconds))) as [
      number,
      number,
    ];
    const cpu = median(withWorker.map(({ cpuSeconds, workerCpu, redisCpu }) => cpuSeconds + workerCpu + redisCpu));
    rows.push({
      row: `${(bytes / 1e9).toFixed(1)} GB of ${form} lines, one worker, --threads ${threads}`,
      aim: '8 % more time',
      measured: `${(((after - before) / before) * 100).toFixed(0)} % (${before.toFixed(2)} → ${after.toFixed(2)} s)`,
      ...figuresOf(withWorker.at(-1)!),
      'CPU s alone, with all': `${median(alone.map(({ cpuSeconds }) => cpuSeconds)).toFixed(1)}, ${cpu.toFixed(1)}`,
    });
  }
  return rows;
}

/** Removes the runs of all commands; workers stay known. */
async function removeRuns({ url }: { url: string }): Promise<void> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url);
  const keys = await client.keys('headgate:run*');
  if (keys.length > 0) await client.unlink(keys);
  client.disconnect();
}
