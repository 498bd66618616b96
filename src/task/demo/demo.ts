// Starts the demo: a local S3 bucket with the samples, which a replay reads through the same code as any other bucket.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeadgateError } from '../../base/index.ts';
import { clearAbandoned, registerTemporary, releaseTemporary, temporaryPath } from '../../run/temporary-files.ts';
import { startBucket } from '../../sandbox/index.ts';
import { hasSamples, SAMPLES_FOLDER } from './samples-folder.ts';

/** The sample jobs that are replayed. */
const JOBS = ['errors-and-threats', 'all-requests'] as const;
/** The job whose lines are replayed: it keeps nearly every line, with every field. */
const SOURCE_JOB = 'all-requests';

/** A running demo. */
export interface Demo {
  /** `destination_conf` of the local bucket; contains its key. */
  sources: string[];
  /** Job files of the samples. */
  jobFiles: string[];
  /** The S3 endpoint, on the loopback interface. */
  endpoint: string;
  objects: number;
  stop: () => Promise<void>;
}

/** Starts the bucket and uploads the samples. @throws HeadgateError if the samples or the bucket's runtime are missing */
export async function startDemo(): Promise<Demo> {
  const samples = findSamples();
  await clearAbandoned(tmpdir());
  const folder = temporaryPath(tmpdir(), 'demo');
  registerTemporary(folder);
  const bucket = await startBucket({ bucketName: 'headgate-demo', folder });
  const stop = async (): Promise<void> => {
    await bucket.stop();
    releaseTemporary(folder);
  };
  let objects: number;
  try {
    objects = await bucket.uploadFolder(join(samples, 'logs'), 'logs');
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    sources: [bucket.destinationConf(`logs/${SOURCE_JOB}/{DATE}`)],
    jobFiles: JOBS.map((name) => join(samples, 'jobs', `${name}.json`)),
    endpoint: bucket.endpoint,
    objects,
    stop,
  };
}

function findSamples(): string {
  if (hasSamples()) return SAMPLES_FOLDER;
  throw new HeadgateError(
    'samples-missing',
    `cannot run the demo: found no samples in ${SAMPLES_FOLDER}, expected the samples of a checkout; clone the repository and run npm run demo there`,
  );
}
