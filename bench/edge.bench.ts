// Measures the edge script against the S3 API on the same objects of one local bucket, alternating: GET and PUT with curl, then whole
// replays. Both are answered by the same process, and the machine runs client and server.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Bucket, startBucket } from '../src/sandbox/index.ts';
import { type Access, checkTransfers, curlTransfers, type Transfer } from './curl-transfers.ts';
import { ERRORS } from './filters.ts';
import { type GeneratedObjects, generateObjects } from './generated-logs.ts';
import { buildPackage, replaying } from './headgate-command.ts';
import { keepRun, machineName } from './machine.ts';
import { alternate, median, type TimedCommand, type TimedRun } from './timed-command.ts';

/** Sets of objects: as many as quiet zones push, and of the size that busy ones push. */
const SETS = [
  { name: '400 × 64 KiB', count: 400, bytes: 64 * 1024 },
  { name: '16 × 16 MiB', count: 16, bytes: 16 * 1024 * 1024 },
];
/** Objects of the replays. */
const LOG_OBJECTS = 12;
const ACCESSES: readonly Access[] = ['s3', 'edge'];
/** Least speed of a replay through the script, as a multiple of one over S3. */
const TARGET = 0.7;

interface Row {
  work: string;
  's3 MB/s': number;
  'edge MB/s': number;
  'edge / s3': number;
  target?: string;
}

/** Measures and prints a table. @param bytes plain bytes of the logs @param rounds the median is reported */
export async function benchEdge(bytes: number, rounds: number): Promise<void> {
  buildPackage();
  const logs = await generateObjects(LOG_OBJECTS, Math.round(bytes / LOG_OBJECTS));
  const folder = mkdtempSync(join(tmpdir(), 'headgate-bench-edge-'));
  const bucket = await startBucket({ objectsFolder: join(folder, 'objects') });
  try {
    const measured = [];
    for (const { name, count, bytes: size } of SETS) {
      const transfers = writeObjects(join(folder, 'content'), count, size);
      for (const method of ['PUT', 'GET'] as const) {
        const sides = ACCESSES.map((access) => {
          const config = join(folder, `${access}-${method}-${size}`);
          return curlTransfers(access, method, { bucket, access, transfers, config });
        });
        const runs = await alternate(sides, rounds);
        for (const { output } of [...runs.values()].flat()) checkTransfers(output, method, count, count * size);
        measured.push(measuredRow(`${method} ${name}`, count * size, runs));
      }
    }
    measured.push(...(await measureReplays(bucket, logs, rounds)));
    console.log(`${machineName()}, medians of ${rounds} alternating rounds\n`);
    console.table(measured.map(({ row }) => row));
    console.log(`raw runs: ${keepRun('edge', { measured })}`);
  } finally {
    await bucket.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates one file of random bytes, which is the content of all objects. */
function writeObjects(file: string, count: number, size: number): Transfer[] {
  writeFileSync(`${file}-${size}`, randomBytes(size));
  return Array.from({ length: count }, (_, index) => ({ key: `bench/${size}/${index}`, file: `${file}-${size}` }));
}

async function measureReplays(bucket: Bucket, logs: GeneratedObjects, rounds: number) {
  for (const path of logs.gzip) await bucket.put(`logs/${basename(path)}`, readFileSync(path));
  // Not on the command line.
  process.env.HEADGATE_EDGE_KEY = bucket.edge.key;
  const sources: Record<Access, string> = { s3: bucket.destinationConf('logs/'), edge: `${bucket.edge.url}/logs/` };
  const measured = [];
  for (const [work, flags] of [
    ['replay, full report', []],
    ['replay --counts', ['--counts']],
  ] as const) {
    const sides: TimedCommand[] = ACCESSES.map((access) => replaying(access, [sources[access]], [ERRORS], flags));
    const runs = await alternate(sides, rounds);
    const lines = new Set([...runs.values()].flat().map(({ output }) => JSON.parse(output).lines.read as number));
    if (lines.size !== 1)
      throw new Error(`cannot measure ${work}: found reports with ${[...lines].join(' and ')} lines`);
    const one = measuredRow(work, logs.bytes, runs);
    measured.push({ ...one, row: { ...one.row, target: `≥ ${TARGET}` } });
  }
  return measured;
}

function measuredRow(
  work: string,
  bytes: number,
  runs: ReadonlyMap<string, readonly TimedRun[]>,
): { row: Row; seconds: Record<string, number[]> } {
  const [s3, edge] = ACCESSES.map((access) => median(runs.get(access)!.map(({ seconds }) => seconds)));
  const speed = (seconds: number) => Math.round(bytes / 1e6 / seconds);
  return {
    row: { work, 's3 MB/s': speed(s3!), 'edge MB/s': speed(edge!), 'edge / s3': Number((s3! / edge!).toFixed(2)) },
    seconds: Object.fromEntries([...runs].map(([name, list]) => [name, list.map(({ seconds }) => seconds)])),
  };
}
