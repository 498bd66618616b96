// Benchmark input of any size, made from the samples' generator: one NDJSON file and the same lines gzipped.
import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { generateLines } from '../samples/generator/index.ts';

/** The same lines in both forms. */
export interface GeneratedLogs {
  plain: string;
  gzip: string;
  /** Of the plain file. */
  bytes: number;
}

/** Level the platform's objects are taken to have. */
const GZIP_LEVEL = 6;
/** Lines joined before they are written: fewer, larger writes. */
const LINES_PER_WRITE = 2000;

/** Makes files of about `bytes` plain bytes once; later calls find them. */
export async function generateLogs(bytes: number): Promise<GeneratedLogs> {
  const folder = join(tmpdir(), 'headgate-bench');
  mkdirSync(folder, { recursive: true });
  const plain = join(folder, `logs-${bytes}.ndjson`);
  const gzip = `${plain}.log.gz`;
  if (!existsSync(plain)) await write(plain, (target) => pipeline(linesOf(bytes), createWriteStream(target)));
  if (!existsSync(gzip)) {
    await write(gzip, (target) =>
      pipeline(linesOf(bytes), createGzip({ level: GZIP_LEVEL }), createWriteStream(target)),
    );
  }
  return { plain, gzip, bytes: statSync(plain).size };
}

async function write(path: string, fill: (target: string) => Promise<void>): Promise<void> {
  await fill(`${path}.tmp`);
  renameSync(`${path}.tmp`, path);
}

function* linesOf(bytes: number): Generator<Buffer> {
  let lines: string[] = [];
  for (const line of generateLines({ seed: 7, size: bytes })) {
    if (lines.push(line) < LINES_PER_WRITE) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
  }
  yield Buffer.from(lines.join(''));
}
