// Measures what comes before the second look: objects from a bucket (small ones behind a latency, large ones beside curl), and the start of the
// program and of its threads. The bucket runs on this machine and uses its share of it. Prints a table; stores the raw runs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ERRORS } from './filters.ts';
import { generateObjects } from './generated-logs.ts';
import { buildPackage, headgate, replaying } from './headgate-command.ts';
import { keepRun, machineName } from './machine.ts';
import { keyOf, startSlowBucket } from './slow-bucket.ts';
import { alternate, median, type TimedCommand, type TimedRun } from './timed-command.ts';

const ROOT = join(import.meta.dirname, '..');
/** Small objects as quiet sites push them, of so many bytes of lines. */
const SMALL_BYTES = 20_000;
const SMALL = [
  { count: 20_000, latencyMs: 5, aim: '≤ 15 s, ≤ 0.35 ms of processor time each' },
  { count: 2000, latencyMs: 50, aim: '≤ 1.6 s' },
];
/** Large objects, and how many curl downloads at a time. */
const LARGE = { count: 16, bytes: 64_000_000, atOnce: 8 };
const LARGE_AIM = 0.9;
/** Bytes of lines of each of three files that two threads read. */
const THREAD_BYTES = 4_000_000;
/** Milliseconds. */
const START_AIMS = { start: 200, thread: 50 };
const MS_PER_SECOND = 1000;

type Row = Record<'work' | 'aim' | 'measured', string>;
type Runs = ReadonlyMap<string, readonly TimedRun[]>;

/** Measures all rows. @param only part of the names of the rows to measure */
export async function benchFirstLook(rounds: number, only = ''): Promise<void> {
  buildPackage();
  const measured: { row: Row; runs: Runs }[] = [];
  const benches = { small: smallObjects, large: largeObjects, start: starts };
  for (const [name, measure] of Object.entries(benches))
    if (name.includes(only)) measured.push(...(await measure(rounds)));
  console.log(`${machineName()}, medians of ${rounds} rounds\n`);
  console.table(measured.map(({ row }) => row));
  const runs = measured.map(({ row, runs: of }) => ({ ...row, runs: Object.fromEntries(of) }));
  console.log(`raw runs: ${keepRun(only === '' ? 'first-look' : `first-look-${only}`, { runs })}`);
}

function medianOf(runs: Runs, name: string, figure: 'seconds' | 'cpuSeconds' = 'seconds'): number {
  return median(runs.get(name)!.map((run) => run[figure]));
}

async function smallObjects(rounds: number) {
  const { plain } = await generateObjects(1, SMALL_BYTES);
  const body = readFileSync(plain[0]!);
  const measured = [];
  for (const { count, latencyMs, aim } of SMALL) {
    const bucket = await startSlowBucket({ latencyMs, body, countOf: () => count, ending: '.log' });
    const runs = await alternate([replaying('replay', [bucket.sourceOf('logs/')], [ERRORS], ['--counts'])], rounds);
    await bucket.stop();
    const [seconds, cpu] = [medianOf(runs, 'replay'), medianOf(runs, 'replay', 'cpuSeconds')];
    measured.push({
      row: {
        work: `${count} objects of ${SMALL_BYTES} bytes, ${latencyMs} ms`,
        aim,
        measured: `${seconds.toFixed(2)} s, ${((cpu * MS_PER_SECOND) / count).toFixed(2)} ms of processor time each`,
      },
      runs,
    });
  }
  return measured;
}

async function largeObjects(rounds: number) {
  const { gzip } = await generateObjects(1, LARGE.bytes);
  const stored = readFileSync(gzip[0]!);
  const measured = [];
  for (const [form, body] of Object.entries({ gzip: stored, plain: gunzipSync(stored) })) {
    const ending = form === 'gzip' ? '.log.gz' : '.log';
    const bucket = await startSlowBucket({ latencyMs: 0, body, countOf: () => LARGE.count, ending });
    const urls = Array.from({ length: LARGE.count }, (_, number) => `${bucket.origin}/b/logs/${keyOf(number, ending)}`);
    const curl: TimedCommand = {
      name: 'curl',
      command: 'curl',
      args: [
        '-sS',
        '--parallel',
        '--parallel-max',
        `${LARGE.atOnce}`,
        ...urls.flatMap((url) => ['-o', '/dev/null', url]),
      ],
    };
    const source = bucket.sourceOf('logs/');
    // What remains without lines: on loopback, the HTTP client of Node is the bound.
    const fetching = {
      name: 'fetch',
      command: process.execPath,
      args: [join(import.meta.dirname, 'fetch-objects.ts'), source],
    };
    const runs = await alternate([replaying('replay', [source], [ERRORS], ['--counts']), curl, fetching], rounds);
    await bucket.stop();
    const [own, other, fetched] = ['replay', 'curl', 'fetch'].map((name) => medianOf(runs, name)) as [
      number,
      number,
      number,
    ];
    measured.push({
      row: {
        work: `count of ${LARGE.count} objects of ${(body.length / 1e6).toFixed(1)} MB, ${form}, beside curl`,
        aim: `≥ ${LARGE_AIM} ×`,
        measured: `${(other / own).toFixed(2)} × (${own.toFixed(2)} s; curl ${other.toFixed(2)} s; fetching without reading ${fetched.toFixed(2)} s)`,
      },
      runs,
    });
  }
  return measured;
}

async function starts(rounds: number) {
  const { plain } = await generateObjects(3, SMALL_BYTES);
  const args = ['replay', ...plain, '--filter', ERRORS, '--format', 'json', '--quiet'];
  const threads = ['replay', ...(await generateObjects(3, THREAD_BYTES)).plain, ...args.slice(1 + plain.length)];
  const checkout = { command: process.execPath, main: join(ROOT, 'src/cli/headgate.cjs') };
  const measured = [];
  for (const [place, side] of [
    ['package', headgate],
    ['checkout', (name: string, of: string[]) => ({ name, command: checkout.command, args: [checkout.main, ...of] })],
  ] as const) {
    const sides = [
      side('node', []),
      side('start', args),
      ...[1, 2].map((count) => side(`threads ${count}`, [...threads, '--threads', `${count}`])),
    ];
    sides[0] = { name: 'node', command: process.execPath, args: ['-e', '0'] };
    const runs = await alternate(sides, rounds);
    const ms = (name: string, figure: 'seconds' | 'cpuSeconds' = 'seconds') =>
      Math.round(medianOf(runs, name, figure) * MS_PER_SECOND);
    measured.push({
      row: {
        work: `replay of three files, from the ${place}`,
        aim: `≤ ${START_AIMS.start} ms; each thread ≤ ${START_AIMS.thread} ms`,
        measured: `${ms('start')} ms (Node alone: ${ms('node')} ms); one thread more: ${ms('threads 2', 'cpuSeconds') - ms('threads 1', 'cpuSeconds')} ms of processor time`,
      },
      runs,
    });
  }
  return measured;
}
