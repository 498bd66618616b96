// Determines how often and how long a request is retried, from the limits, the source and the environment.
import { HeadgateError } from '../../../base/index.ts';
import type { RetryRules } from '../bucket/bucket-health.ts';
import type { DestinationLimits } from '../destination.ts';
import type { S3Location } from '../location/location.ts';

/** Values of AWS_RETRY_MODE, as in "Retry behavior" of the AWS SDKs and Tools Reference Guide. */
const MODES = ['legacy', 'standard', 'adaptive'];

/**
 * Reads the rules. headgate implements the retries in every mode: those of the SDK share a quota of about 35 per run.
 * AWS_MAX_ATTEMPTS limits the attempts of a request. AWS_RETRY_MODE `legacy` and `standard` give each request its own
 * pauses; `adaptive`, the default here, slows all requests down together.
 * @throws HeadgateError `retry-settings` for values that AWS does not define
 */
export function retryRules(
  { retryForMs, display }: S3Location,
  limits: DestinationLimits,
  env: NodeJS.ProcessEnv = process.env,
): RetryRules {
  const { AWS_MAX_ATTEMPTS: attempts = '', AWS_RETRY_MODE: mode = '' } = env;
  const reject = (name: string, found: string, expected: string): HeadgateError =>
    new HeadgateError(
      'retry-settings',
      `cannot read ${display}: found ${name}=${JSON.stringify(found)} in the environment, expected ${expected}; correct or unset it`,
    );
  if (attempts !== '' && !/^[1-9]\d{0,8}$/.test(attempts)) {
    throw reject('AWS_MAX_ATTEMPTS', attempts, 'a whole number from 1');
  }
  if (mode !== '' && !MODES.includes(mode.toLowerCase())) {
    throw reject('AWS_RETRY_MODE', mode, `${MODES.slice(0, -1).join(', ')} or ${MODES.at(-1)}`);
  }
  return {
    forMs: retryForMs ?? limits.retryForMs,
    attempts: attempts === '' ? Number.POSITIVE_INFINITY : Number(attempts),
    isPaced: mode === '' || mode.toLowerCase() === 'adaptive',
  };
}
