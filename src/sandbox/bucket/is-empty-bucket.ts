// Whether a local bucket has objects, over its S3 API.

/** Where the bucket is. */
export interface BucketAccess {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Whether a bucket contains no object. Loads the SDK, which only a deletion needs. @throws errors of the SDK */
export async function isEmptyBucket(name: string, access: BucketAccess): Promise<boolean> {
  const { ListObjectsV2Command, S3Client } = await import('@aws-sdk/client-s3');
  const { endpoint, region, ...credentials } = access;
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  try {
    const { KeyCount } = await client.send(new ListObjectsV2Command({ Bucket: name, MaxKeys: 1 }));
    return KeyCount === 0;
  } finally {
    client.destroy();
  }
}
