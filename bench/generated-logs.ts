// Generates benchmark input of any size with the samples' generator: NDJSON and the same lines gzipped, as one object
// or as several. Generated once and stored in the system's temporary folder.
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { generateLines } from '../samples/generator/index.ts';

/** The same lines in both forms. */
export interface GeneratedLogs {
  plain: string;
  gzip: string;
  /** Size of the plain file. */
  bytes: number;
}

/** The same lines in both forms, in several objects each. */
export interface GeneratedObjects {
  plain: string[];
  gzip: string[];
  /** Size of all plain files. */
  bytes: number;
  /** Size of all gzip files. */
  storedBytes: number;
}

/** The assumed level of the platform's objects. */
const GZIP_LEVEL = 6;
/** Lines per write: fewer, larger writes. */
const LINES_PER_WRITE = 2000;
/** Seed of {@link generateLogs}. */
const SEED = 7;
/** Seeds of the distinct objects; the others are copies of these in separate files. */
const OBJECT_SEEDS = [11, 12, 13];

/** Generates files of about `bytes` plain bytes once; later calls reuse them. */
export function generateLogs(bytes: number): Promise<GeneratedLogs> {
  return generate(`logs-${bytes}`, SEED, bytes);
}

/**
 * Generates `count` objects of about `bytesEach` plain bytes once, three of them distinct. Each kind has a separate
 * folder.
 */
export async function generateObjects(count: number, bytesEach: number): Promise<GeneratedObjects> {
  const objects: GeneratedObjects = { plain: [], gzip: [], bytes: 0, storedBytes: 0 };
  for (let index = 0; index < count; index += 1) {
    const seed = OBJECT_SEEDS[index % OBJECT_SEEDS.length]!;
    const source = await generate(`seed-${seed}-${bytesEach}`, seed, bytesEach);
    const number = String(index + 1).padStart(2, '0');
    objects.plain.push(await copy(source.plain, `objects-${bytesEach}-plain`, `${number}.log`));
    objects.gzip.push(await copy(source.gzip, `objects-${bytesEach}-gzip`, `${number}.log.gz`));
    objects.bytes += source.bytes;
    objects.storedBytes += statSync(source.gzip).size;
  }
  return objects;
}

async function generate(name: string, seed: number, bytes: number): Promise<GeneratedLogs> {
  const plain = join(folderNamed('.'), `${name}.ndjson`);
  const gzip = `${plain}.log.gz`;
  await once(plain, (target) => pipeline(linesOf(seed, bytes), createWriteStream(target)));
  await once(gzip, (target) =>
    pipeline(createReadStream(plain), createGzip({ level: GZIP_LEVEL }), createWriteStream(target)),
  );
  return { plain, gzip, bytes: statSync(plain).size };
}

async function copy(source: string, folder: string, name: string): Promise<string> {
  const path = join(folderNamed(folder), name);
  await once(path, (target) => copyFile(source, target));
  return path;
}

function folderNamed(name: string): string {
  const folder = join(tmpdir(), 'headgate-bench', name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A file is complete or absent, also when two benchmarks run at once. */
async function once(path: string, fill: (target: string) => Promise<void>): Promise<void> {
  if (existsSync(path)) return;
  const target = `${path}.${process.pid}.tmp`;
  await fill(target);
  renameSync(target, path);
}

function* linesOf(seed: number, bytes: number): Generator<Buffer> {
  let lines: string[] = [];
  for (const line of generateLines({ seed, size: bytes })) {
    if (lines.push(line) < LINES_PER_WRITE) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
  }
  yield Buffer.from(lines.join(''));
}
