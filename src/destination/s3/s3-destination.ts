// A bucket with an S3 API as a destination: joins listing, naming and reading.
import type { HeadgateError } from '../../base/index.ts';
import type { Destination, DestinationLimits } from '../destination.ts';
import { listPlace, single, storedObject } from '../listing/listing.ts';
import type { ListedObject } from '../listing/object-tree.ts';
import { DATE_PLACEHOLDER, type S3Location } from '../location/location.ts';
import { OpenLimit } from './open-limit.ts';
import { createS3Client } from './s3-client.ts';
import { S3Health } from './s3-health.ts';
import { readS3Object } from './s3-read.ts';
import { type S3Access, sendUntilAnswered } from './s3-request.ts';
import { retryRules } from './s3-retry-rules.ts';
import { listedObject, s3Tree } from './s3-tree.ts';
import type { VersionSource } from './s3-version.ts';

/** Opens a bucket. Sends no request before the bucket is listed. */
export async function s3Destination(location: S3Location, limits: DestinationLimits): Promise<Destination> {
  const health = new S3Health(retryRules(location, limits), limits);
  const client = await createS3Client(location, limits, { onAnswer: () => health.recordResponse() });
  const source: VersionSource = { client, location, limits, health, versions: new WeakMap() };
  const nameStart = `${location.scheme}://${location.bucket}/`;
  const template = location.prefix;
  const limit = new OpenLimit();
  return {
    location,
    async list(range, options = {}) {
      options.signal?.throwIfAborted();
      health.restart();
      const exact = await exactObject(source, options.signal);
      if (exact !== undefined) return single(storedObject(exact, nameStart));
      const tree = s3Tree(source, { signal: options.signal });
      return listPlace({ tree, template, where: 'bucket', display: location.display, nameStart }, range, options);
    },
    open: (object, options) => limit.read(() => readS3Object(source, object, options?.signal), options?.signal),
  };
}

/** Finds the object whose key the source names: by a listing, or, if listing is denied, by the object's head. */
async function exactObject(access: S3Access, signal: AbortSignal | undefined): Promise<ListedObject | undefined> {
  const key = access.location.prefix;
  if (key === '' || key.endsWith('/') || key.includes(DATE_PLACEHOLDER)) return undefined;
  try {
    // A key sorts before all longer keys that begin with it, so the first entry decides.
    for await (const object of s3Tree(access, { pageKeys: 1, signal }).below(key)) {
      return object.key === key ? object : undefined;
    }
    return undefined;
  } catch (error) {
    const found = (error as HeadgateError).code === 's3-denied' ? await headOf(access, signal) : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

async function headOf(access: S3Access, signal: AbortSignal | undefined): Promise<ListedObject | undefined> {
  const { HeadObjectCommand } = await import('@aws-sdk/client-s3');
  const { client, location } = access;
  const command = new HeadObjectCommand({ Bucket: location.bucket, Key: location.prefix });
  const head = await sendUntilAnswered(access, (options) => client.send(command, options), signal).catch(
    () => undefined,
  );
  signal?.throwIfAborted();
  return head === undefined ? undefined : listedObject(location.prefix, head.ContentLength, head.ETag);
}
