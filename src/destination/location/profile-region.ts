// Reads the region from the AWS settings on this machine, with the SDK. Sends no request to a bucket.

/** Returns the region that the AWS settings of this machine name, or undefined. */
export async function regionOfProfile(profile: string | undefined): Promise<string | undefined> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client(profile === undefined ? {} : { profile });
  try {
    return await client.config.region();
  } catch {
    return undefined;
  } finally {
    client.destroy();
  }
}
