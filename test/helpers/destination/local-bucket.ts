// Provides one local bucket per test file, started before its tests and stopped after them.
import { afterAll, beforeAll } from 'vitest';
import { type Bucket, startBucket } from '../../../src/sandbox/index.ts';

/**
 * Starts a bucket for the tests of this file.
 * @param fill uploads the objects that the tests need
 * @returns a function that returns the bucket, for use within tests
 */
export function useLocalBucket(fill?: (bucket: Bucket) => Promise<void>): () => Bucket {
  let bucket: Bucket | undefined;
  beforeAll(async () => {
    bucket = await startBucket();
    await fill?.(bucket);
  });
  afterAll(() => bucket?.stop());
  return () => {
    if (bucket === undefined) throw new Error('the bucket is there only while tests run');
    return bucket;
  };
}
