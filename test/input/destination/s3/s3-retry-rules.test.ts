// The sources of the retry rules: the command line, the limits, and the environment of the AWS tools.
import { describe, expect, it } from 'vitest';
import { DESTINATION_LIMITS } from '../../../../src/input/destination/destination.ts';
import type { S3Location } from '../../../../src/input/destination/location/location.ts';
import { retryRules } from '../../../../src/input/destination/s3/s3-retry-rules.ts';

const LOCATION: S3Location = {
  ...{ kind: 's3', scheme: 's3', bucket: 'b', prefix: '', region: 'a', forcePathStyle: true, display: 's3://b/' },
};

function rulesOf(env: Record<string, string>, retryForMs?: number) {
  return retryRules(retryForMs === undefined ? LOCATION : { ...LOCATION, retryForMs }, DESTINATION_LIMITS, env);
}

describe('retry rules', () => {
  it('default to a minute, any number of attempts, one pace for all', () => {
    expect(rulesOf({})).toEqual({ forMs: 60_000, attempts: Number.POSITIVE_INFINITY, isPaced: true });
  });

  it.each([
    [{ AWS_MAX_ATTEMPTS: '1' }, { attempts: 1 }],
    [
      { AWS_MAX_ATTEMPTS: '10', AWS_RETRY_MODE: 'adaptive' },
      { attempts: 10, isPaced: true },
    ],
    [{ AWS_RETRY_MODE: 'standard' }, { isPaced: false, attempts: Number.POSITIVE_INFINITY }],
    [{ AWS_RETRY_MODE: 'Legacy' }, { isPaced: false }],
    [
      { AWS_MAX_ATTEMPTS: '', AWS_RETRY_MODE: '' },
      { isPaced: true, attempts: Number.POSITIVE_INFINITY },
    ],
  ])('%o', (env, expected) => {
    expect(rulesOf(env)).toMatchObject(expected);
  });

  it('use --retry-for first, also 0', () => {
    expect(rulesOf({}, 0).forMs).toBe(0);
    expect(rulesOf({}, 300_000).forMs).toBe(300_000);
  });

  it.each([
    { AWS_MAX_ATTEMPTS: '0' },
    { AWS_MAX_ATTEMPTS: 'three' },
    { AWS_MAX_ATTEMPTS: '1.5' },
    { AWS_RETRY_MODE: 'always' },
  ])('reject %o', (env) => {
    const [[name, value]] = Object.entries(env) as [[string, string]];
    expect(() => rulesOf(env)).toThrow(`cannot read s3://b/: found ${name}="${value}" in the environment, expected `);
  });
});
