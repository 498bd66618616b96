// Checks the parameters of a job's destination_conf with the parser of sources. Checks only s3:// and r2://; opens no connection. The
// parser's messages contain no secrets.
import { HeadgateError } from '../../base/index.ts';
import type { JobProblem } from '../../language/output/index.ts';

/** A parameter that the parser of sources rejects. A warning, because the platform may accept it. */
export type DestinationProblem = Omit<JobProblem, 'code'> & { code: 'job-destination' };

const BUCKET_SCHEME = /^\s*(?:s3|r2):\/\//i;

/** Checks the parameters of a destination. Returns no problem for another scheme or without a destination. */
export async function destinationProblems(conf: string | undefined): Promise<DestinationProblem[]> {
  if (conf === undefined || !BUCKET_SCHEME.test(conf)) return [];
  // Imported only for such jobs: a check of a filter starts faster without it.
  const { parseDestinationConf } = await import('../../input/destination/index.ts');
  try {
    await parseDestinationConf(conf);
    return [];
  } catch (error) {
    if (!(error instanceof HeadgateError)) throw error;
    // Other errors concern only reading: a job without secrets in its destination is still valid.
    if (error.code !== 'location-parameter') return [];
    const message = error.message.replace(/^.*?: (?=found)/s, '');
    return [{ severity: 'warning', code: 'job-destination', path: 'destination_conf', message, names: [] }];
  }
}
