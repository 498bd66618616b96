// The two Logpush jobs of the samples, for the generator and as the API returns them.
import type { Request } from '../../src/traffic/shop/index.ts';
import type { TimestampFormat } from './field-text.ts';

/** A job of the samples. */
export interface SampleJob {
  readonly id: number;
  readonly name: string;
  /** The filter as an object. */
  readonly filter: object;
  /** The meaning of the filter as code: a second opinion that a test compares with the program's. */
  readonly accepts: (request: Request) => boolean;
  readonly fieldNames: readonly string[];
  readonly timestampFormat: TimestampFormat;
  /** Whether `${` is pushed as `x{`. */
  readonly isCveRewritten: boolean;
}

/** Everything except health checks, with all fields for an investigation. */
export const ALL_REQUESTS: SampleJob = {
  id: 410_021,
  name: 'all-requests',
  filter: { where: { key: 'ClientRequestPath', operator: '!eq', value: '/healthz' } },
  accepts: ({ target }) => target.path !== '/healthz',
  fieldNames: [
    ...['RayID', 'EdgeStartTimestamp', 'EdgeEndTimestamp', 'ClientIP', 'ClientCountry', 'ClientASN', 'EdgeColoCode'],
    ...['ClientRequestHost', 'ClientRequestMethod', 'ClientRequestPath', 'ClientRequestURI', 'ClientRequestProtocol'],
    ...['ClientRequestReferer', 'ClientRequestUserAgent', 'EdgeResponseStatus', 'EdgeResponseBytes'],
    ...['EdgeResponseContentType', 'EdgeResponseCompressionRatio', 'EdgeTimeToFirstByteMs', 'CacheCacheStatus'],
    ...[
      'CacheTieredFill',
      'OriginResponseStatus',
      'OriginResponseDurationMs',
      'BotScore',
      'BotTags',
      'BotDetectionIDs',
    ],
    ...['LeakedCredentialCheckResult', 'SecurityAction', 'SecurityActions', 'SecurityRuleIDs', 'SecuritySources'],
    ...['MatchedRules', 'Cookies', 'RequestHeaders', 'ResponseHeaders'],
  ],
  timestampFormat: 'unixnano',
  isCveRewritten: false,
};

const THREAT_ACTIONS = ['block', 'challenge', 'managedChallenge', 'jschallenge'];

/** Errors and blocked threats, for the team on call; without user agent, bot score and cookies. */
export const ERRORS_AND_THREATS: SampleJob = {
  id: 410_022,
  name: 'errors-and-threats',
  filter: {
    where: {
      or: [
        { key: 'EdgeResponseStatus', operator: 'geq', value: '400' },
        { key: 'SecurityAction', operator: 'in', value: THREAT_ACTIONS },
        { key: 'SecurityActions', operator: 'contains', value: 'log' },
      ],
    },
  },
  accepts: ({ answer }) =>
    answer.status >= 400 || THREAT_ACTIONS.includes(answer.security.action) || answer.security.actions.includes('log'),
  fieldNames: [
    ...['EdgeStartTimestamp', 'RayID', 'ClientIP', 'ClientASN', 'ClientCountry', 'ClientRequestHost'],
    ...['ClientRequestMethod', 'ClientRequestPath', 'EdgeResponseStatus', 'EdgeTimeToFirstByteMs', 'CacheCacheStatus'],
    ...['OriginResponseStatus', 'OriginResponseDurationMs', 'WAFAttackScore', 'SecurityAction', 'SecurityActions'],
    ...['SecurityRuleIDs', 'SecuritySources', 'RequestHeaders', 'ResponseHeaders'],
  ],
  timestampFormat: 'rfc3339ns',
  isCveRewritten: true,
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
    output_options: {
      field_names: job.fieldNames,
      output_type: 'ndjson',
      timestamp_format: job.timestampFormat,
      sample_rate: 1,
      'CVE-2021-44228': job.isCveRewritten,
    },
    last_complete: '2026-11-04T00:00:00Z',
    last_error: null,
    error_message: '',
    frequency: 'high',
  };
}
