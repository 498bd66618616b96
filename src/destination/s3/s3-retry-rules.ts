// How often and for how long a request to a bucket is retried: from the limits, the source and the environment.
import { HeadgateError } from '../../base/index.ts';
import type { DestinationLimits } from '../destination.ts';
import type { S3Location } from '../location/location.ts';

/** Modes that AWS_RETRY_MODE may name. reference: AWS SDKs and Tools Reference Guide, retry behavior. */
const MODES = ['legacy', 'standard', 'adaptive'];

/** How requests are retried. */
export interface RetryRules {
  /** How long a request is retried without progress. Milliseconds. */
  forMs: number;
  /** Most tries of a request without progress, the first one included. */
  attempts: number;
  /** Whether refusals slow down the requests of all objects together. */
  isPaced: boolean;
}

/**
 * Reads the rules. The retries are headgate's own in every mode: those of the SDK share a quota of about 35 in a run.
 * AWS_MAX_ATTEMPTS bounds the tries of a request. AWS_RETRY_MODE `legacy` and `standard` leave each request to its own
 * pauses; `adaptive`, the default here, slows all requests down together.
 * @throws HeadgateError `retry-settings` for values that AWS does not define
 */
export function retryRules(
  { retryForMs, display }: S3Location,
  limits: DestinationLimits,
  env: NodeJS.ProcessEnv = process.env,
): RetryRules {
  const { AWS_MAX_ATTEMPTS: attempts = '', AWS_RETRY_MODE: mode = '' } = env;
  const refuse = (name: string, found: string, expected: string): HeadgateError =>
    new HeadgateError(
      'retry-settings',
      `cannot read ${display}: found ${name}=${JSON.stringify(found)} in the environment, expected ${expected}; correct or unset it`,
    );
  if (attempts !== '' && !/^[1-9]\d{0,8}$/.test(attempts)) {
    throw refuse('AWS_MAX_ATTEMPTS', attempts, 'a whole number from 1');
  }
  if (mode !== '' && !MODES.includes(mode.toLowerCase())) {
    throw refuse('AWS_RETRY_MODE', mode, `${MODES.slice(0, -1).join(', ')} or ${MODES.at(-1)}`);
  }
  return {
    forMs: retryForMs ?? limits.retryForMs,
    attempts: attempts === '' ? Number.POSITIVE_INFINITY : Number(attempts),
    isPaced: mode === '' || mode.toLowerCase() === 'adaptive',
  };
}
