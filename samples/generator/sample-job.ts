// The two Logpush jobs of the samples, for the generator and as the API returns them: those of the sandbox, with what only samples need.
import {
  ALL_REQUESTS as ALL,
  type DefaultJob,
  ERRORS_AND_THREATS as ERRORS,
  outputOptionsOf,
  THREAT_ACTIONS,
} from '../../src/sandbox/prepare-zone.ts';
import type { Request } from '../../src/sandbox/traffic/shop/index.ts';

/** A job of the samples. */
export interface SampleJob extends DefaultJob {
  readonly id: number;
  /** The meaning of the filter as code: a second opinion that a test compares with the program's. */
  readonly accepts: (request: Request) => boolean;
}

/** Everything except health checks, with all fields for an investigation. */
export const ALL_REQUESTS: SampleJob = {
  ...ALL,
  id: 410_021,
  accepts: ({ target }) => target.path !== '/healthz',
};

/** Errors and blocked threats, for the team on call; without user agent, bot score and cookies. */
export const ERRORS_AND_THREATS: SampleJob = {
  ...ERRORS,
  id: 410_022,
  accepts: ({ answer }) =>
    answer.status >= 400 || THREAT_ACTIONS.includes(answer.security.action) || answer.security.actions.includes('log'),
};

/** Both jobs. */
export const SAMPLE_JOBS: readonly SampleJob[] = [ALL_REQUESTS, ERRORS_AND_THREATS];

/** Returns a job as `GET …/logpush/jobs/{job_id}` returns it. */
export function jobDocument(job: SampleJob): object {
  return {
    id: job.id,
    dataset: 'http_requests',
    kind: '',
    enabled: true,
    name: job.name,
    destination_conf: `s3://example-shop-logs/${job.name}/{DATE}?region=eu-central-1`,
    filter: JSON.stringify(job.filter),
    output_options: outputOptionsOf(job),
    last_complete: '2026-11-04T00:00:00Z',
    last_error: null,
    error_message: '',
    frequency: 'high',
  };
}
