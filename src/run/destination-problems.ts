// The parameters of a job's destination_conf, checked by the parser of sources. Checks s3:// and r2:// alone; opens no connection, and
// the parser's messages hold no secret.
import { HeadgateError } from '../base/index.ts';
import type { JobProblem } from '../output/index.ts';

/** A parameter that a source with the same text is refused for. A warning: the platform may know it. */
export type DestinationProblem = Omit<JobProblem, 'code'> & { code: 'job-destination' };

const BUCKET_SCHEME = /^\s*(?:s3|r2):\/\//i;

/** What is wrong with the parameters of a destination; none for another scheme or no destination. */
export async function destinationProblems(conf: string | undefined): Promise<DestinationProblem[]> {
  if (conf === undefined || !BUCKET_SCHEME.test(conf)) return [];
  // Loaded for such jobs only: a check of a filter starts without it.
  const { parseLocation } = await import('../destination/index.ts');
  try {
    await parseLocation(conf);
    return [];
  } catch (error) {
    if (!(error instanceof HeadgateError)) throw error;
    // Other refusals concern reading: a destination whose secrets were removed is still a correct job.
    if (error.code !== 'location-parameter') return [];
    const message = error.message.replace(/^.*?: (?=found)/s, '');
    return [{ severity: 'warning', code: 'job-destination', path: 'destination_conf', message, names: [] }];
  }
}
