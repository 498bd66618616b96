// What a worker may read and write without --allow, and the scripts whose key it sends. With --allow: message-faults.test.ts.
import { describe, expect, it } from 'vitest';
import type { Location } from '../../../src/input/destination/index.ts';
import { AllowedPlaces } from '../../../src/input/workers/allowed-places.ts';

const S3 = { kind: 's3', scheme: 's3', bucket: 'logs', prefix: 'a', region: 'eu-west-1', display: 's3://logs/a' };
const R2 = { ...S3, scheme: 'r2', region: 'auto', display: 'r2://logs/a' };
const EDGE = { kind: 'edge', origin: 'https://logs.example.com', prefix: 'a', display: 'https://logs.example.com/a' };

describe('without --allow', () => {
  it.each<[string, object, boolean]>([
    ['Amazon S3', S3, true],
    ['R2', { ...R2, endpoint: 'https://0123456789abcdef0123456789abcdef.r2.cloudflarestorage.com' }, true],
    ['R2 in the EU', { ...R2, endpoint: 'https://0123456789abcdef0123456789abcdef.eu.r2.cloudflarestorage.com' }, true],
    ['another server', { ...S3, endpoint: 'http://169.254.169.254' }, false],
    ['a server whose name ends like R2', { ...R2, endpoint: 'https://x.example/.r2.cloudflarestorage.com' }, false],
    ['a user before R2', { ...R2, endpoint: 'https://a.r2.cloudflarestorage.com@x.example' }, false],
    ['a region with a host', { ...S3, region: 'x.example/' }, false],
    ['a bucket with a host', { ...S3, bucket: 'x.example/' }, false],
    ['an edge script', EDGE, false],
    ['a folder', { kind: 'folder', path: '/', display: '/' }, false],
  ])('%s', async (_, location, isRead) => {
    const places = await AllowedPlaces.parse([], 'one');
    const check = () => places.check(location as Location, 'a/b.log');
    if (isRead) check();
    else expect(check).toThrow('worker one reads buckets of Amazon S3 and R2 only; start the worker with --allow ');
    expect(() => places.checkPartials(location as Location)).toThrow('stores them only where --allow names it');
  });
});

it('has the origins of --allow, and partials in its places', async () => {
  const places = await AllowedPlaces.parse(['https://logs.example.com/a', 's3://logs/a'], 'one');
  expect([places.hasOrigin('https://logs.example.com'), places.hasOrigin('https://x.example')]).toEqual([true, false]);
  places.checkPartials(S3 as Location);
  expect(() => places.checkPartials({ ...S3, prefix: 'b', display: 's3://logs/b' } as Location)).toThrow(
    /^cannot store answers in s3:\/\/logs\/b: worker one does not allow it; start the worker with --allow s3:\/\/logs\/b$/,
  );
});

it.each(['/nofolder', '-', '', '/nofolder/{DATE}'])('--allow %j: no such place', async (text) => {
  const failed = AllowedPlaces.parse(['src', text], 'one');
  await expect(failed).rejects.toThrow(
    `cannot use --allow: found ${text || 'no text'}, expected a folder or a file that exists, s3://`,
  );
});
