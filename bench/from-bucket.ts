// A count over objects in a local bucket, held against fetching them and throwing the bytes away.
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { startBucket } from '../src/sandbox/index.ts';
import { ERRORS } from './filters.ts';
import type { GeneratedObjects } from './generated-logs.ts';
import { replaying } from './headgate-command.ts';
import { type Measured, medianSeconds, OWN, ratioText, speedText } from './target-row.ts';
import { alternate } from './timed-command.ts';

/** Times the speed of fetching that a count is to reach, unless it reaches the target for gzip files. */
const TARGET = 0.9;

const OWN_NAME = `${OWN} count, bucket`;
const FETCH_NAME = 'fetch and discard';

/** What a bucket's row is measured with. */
export interface BucketWork {
  objects: GeneratedObjects;
  threads: number;
  rounds: number;
  /** The target for gzip files as a speed: plain bytes per second. Absent without peers. */
  gzipTarget?: number | undefined;
}

/** Starts a bucket, fills it, measures, stops it. The bucket's own process takes its share of the machine on both sides. */
export async function measureFromBucket({ objects, threads, rounds, gzipTarget }: BucketWork): Promise<Measured> {
  const bucket = await startBucket();
  try {
    for (const path of objects.gzip) await bucket.put(`logs/${basename(path)}`, await readFile(path));
    const source = bucket.destinationConf('logs/');
    const runs = await alternate(
      [
        replaying(OWN_NAME, [source], [ERRORS], ['--threads', String(threads), '--counts']),
        {
          name: FETCH_NAME,
          command: process.execPath,
          args: [join(import.meta.dirname, 'fetch-objects.ts'), source],
        },
      ],
      rounds,
    );
    const { bytes } = JSON.parse(runs.get(FETCH_NAME)!.at(-1)!.output) as { bytes: number };
    if (bytes !== objects.storedBytes) {
      throw new Error(`cannot measure a bucket: fetched ${bytes} bytes, expected ${objects.storedBytes}`);
    }
    const own = medianSeconds(runs, OWN_NAME);
    const ratio = medianSeconds(runs, FETCH_NAME) / own;
    const isFast = gzipTarget !== undefined && objects.bytes / own >= gzipTarget;
    const row = {
      work: 'count, local bucket',
      target: `≥ ${TARGET} × fetching, or the gzip target`,
      measured: `${ratioText(ratio)} × fetching (${speedText(objects.bytes, own)})`,
      isMet: ratio >= TARGET || isFast,
    };
    return { rows: [row], runs };
  } finally {
    await bucket.stop();
  }
}
