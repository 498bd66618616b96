// Compares a count over objects in a local bucket with fetching and discarding them.
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { startBucket } from '../src/sandbox/index.ts';
import { ERRORS } from './filters.ts';
import type { GeneratedObjects } from './generated-logs.ts';
import { replaying } from './headgate-command.ts';
import { type Measured, medianSeconds, OWN, ratioText, speedText } from './target-row.ts';
import { alternate } from './timed-command.ts';

/** Target for a count, as a multiple of the speed of fetching, unless it reaches the target for gzip files. */
const TARGET = 0.9;

const OWN_NAME = `${OWN} count, bucket`;
const FETCH_NAME = 'fetch and discard';

/** Options of {@link measureFromBucket}. */
export interface BucketWork {
  objects: GeneratedObjects;
  threads: number;
  rounds: number;
  /** The target for gzip files as a speed in plain bytes per second; absent without peers. */
  gzipTarget?: number | undefined;
}

/**
 * Starts a bucket, fills it, measures, and stops it. The bucket's process uses its share of the machine on both sides.
 */
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
      throw new Error(`cannot measure a bucket: found ${bytes} bytes, expected ${objects.storedBytes}`);
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
