// Provides one local bucket for each test process, which is empty at the start of each test file. Tests of its start, its end and its options start
// their own.
import { DeleteObjectsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { test } from 'vitest';
import { type Bucket, startBucket } from '../../../src/sandbox/index.ts';

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from this pattern that the bucket needs no other fixture.
const withBucket = test.extend('bucket', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const bucket = await startBucket();
  onCleanup(() => bucket.stop());
  return bucket;
});

/**
 * Provides the bucket to the tests of this file.
 * @param fill uploads the objects that the tests need
 * @returns a function that returns the bucket, for use within tests
 */
export function useLocalBucket(fill?: (bucket: Bucket) => Promise<unknown>): () => Bucket {
  let found: Bucket | undefined;
  withBucket.beforeAll(async ({ bucket }) => {
    found = bucket;
    await fill?.(bucket);
  });
  withBucket.afterAll(({ bucket }) => removeObjects(bucket));
  return () => found!;
}

/** Requests up to 1,000 objects at a time, the most that one deletion may name. */
async function removeObjects({ bucketName: Bucket, endpoint, region, ...credentials }: Bucket): Promise<void> {
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  for (;;) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    if (Contents.length === 0) break;
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: Contents.map(({ Key }) => ({ Key })) } }));
  }
  client.destroy();
}
