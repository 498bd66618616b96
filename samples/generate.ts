// Writes the samples: `npm run samples`. Every run writes the same bytes; all random values come from
// src/sandbox/traffic/shop/random.ts.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  createBatches,
  createDamagedFiles,
  gzipLines,
  jobDocument,
  poolsDocument,
  RULESET,
  SAMPLE_JOBS,
  trafficHar,
  trafficNdjson,
} from './generator/index.ts';

const FOLDER = import.meta.dirname;
/** A file that S3 destinations contain besides logs: the ownership proof requested when a job is created. */
const CHALLENGE = { name: 'ownership-challenge-6f1d22c9.txt', text: 'a sample, not a token\n' };

function write(path: string, content: string | Uint8Array): void {
  const full = join(FOLDER, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, content);
}

function writeJson(path: string, value: unknown): void {
  write(path, `${JSON.stringify(value, null, 2)}\n`);
}

for (const folder of ['logs', 'damaged', 'jobs', 'traffic'])
  rmSync(join(FOLDER, folder), { recursive: true, force: true });
writeJson('ruleset.json', RULESET);
write('pools.json', poolsDocument());
write('traffic/shop.har', trafficHar());
write('traffic/shop.ndjson', trafficNdjson());
let objects = 0;
let lines = 0;
let bytes = 0;
for (const job of SAMPLE_JOBS) {
  writeJson(`jobs/${job.name}.json`, jobDocument(job));
  write(`logs/${job.name}/${CHALLENGE.name}`, CHALLENGE.text);
  for (const batch of createBatches(job)) {
    const content = gzipLines(batch.lines);
    write(`logs/${batch.job}/${batch.key}`, content);
    objects += 1;
    lines += batch.lines.length;
    bytes += content.length;
  }
}
for (const file of createDamagedFiles()) write(`damaged/${file.key}`, file.bytes);
process.stderr.write(`wrote ${objects} objects, ${lines} lines, ${bytes} bytes\n`);
