// Measures the edge script against the S3 API on the same objects of one local bucket, alternating: GET and PUT with curl, then whole
// replays. Both are answered by the same process, and the machine runs client and server.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bucket, startBucket } from '../src/sandbox/index.ts';
import { type Access, checkTransfers, curlTransfers, type Transfer } from './curl-transfers.ts';
import { ERRORS } from './filters.ts';
import { generateObjects } from './generated-logs.ts';
import { buildPackage, replaying } from './headgate-command.ts';
import { keepRun, machineName } from './machine.ts';
import { alternate, median, type TimedCommand, type TimedRun } from './timed-command.ts';

/** Sets of objects: as many as quiet zones push, and of the size that busy ones push. */
const SETS = [
  { name: '400 × 64 KiB', count: 400, bytes: 64 * 1024 },
  { name: '16 × 16 MiB', count: 16, bytes: 16 * 1024 * 1024 },
];
/** Objects of the replays: a few large ones, and many small ones of so many plain bytes each. */
const LARGE_OBJECTS = 12;
const SMALL_OBJECTS = 400;
const SMALL_BYTES = 500_000;
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
    measured.push(...(await measureReplays(bucket, bytes, rounds)));
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

/** Replays generated logs. @param bytes plain bytes of the large objects together */
async function measureReplays(bucket: Bucket, bytes: number, rounds: number) {
  const large = await generateObjects(LARGE_OBJECTS, Math.round(bytes / LARGE_OBJECTS));
  for (const [index, path] of large.gzip.entries()) await bucket.put(`large/${index}.log.gz`, readFileSync(path));
  const small = await generateObjects(1, SMALL_BYTES);
  const content = readFileSync(small.gzip[0]!);
  for (let index = 0; index < SMALL_OBJECTS; index += 1) await bucket.put(`small/${index}.log.gz`, content);
  const works = [
    { work: 'replay, 12 objects', folder: 'large/', plain: large.bytes, flags: [] },
    { work: 'replay --counts, 12 objects', folder: 'large/', plain: large.bytes, flags: ['--counts'] },
    {
      work: 'replay --counts, 400 objects',
      ...{ folder: 'small/', plain: small.bytes * SMALL_OBJECTS, flags: ['--counts'] },
    },
  ];
  // Not on the command line.
  process.env.HEADGATE_EDGE_KEY = bucket.edge.key;
  const measured = [];
  for (const { work, folder, plain, flags } of works) {
    const sources: Record<Access, string> = {
      s3: bucket.destinationConf(folder),
      edge: `${bucket.edge.url}/${folder}`,
    };
    const sides: TimedCommand[] = ACCESSES.map((access) => replaying(access, [sources[access]], [ERRORS], flags));
    const runs = await alternate(sides, rounds);
    const found = new Set([...runs.values()].flat().map(({ output }) => JSON.parse(output).lines.read as number));
    if (found.size !== 1) throw new Error(`cannot measure ${work}: found ${[...found].join(' and ')} lines`);
    const one = measuredRow(work, plain, runs);
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
