// A bucket that speaks S3 as a destination: joins listing, naming and reading.
import type { S3Client } from '@aws-sdk/client-s3';
import type { HeadgateError } from '../base/index.ts';
import type { Destination, DestinationLimits } from './destination.ts';
import { listPlace, single, storedObject } from './listing.ts';
import { DATE_PLACEHOLDER, type S3Location } from './location.ts';
import type { ListedObject } from './object-tree.ts';
import { OpenLimit } from './open-limit.ts';
import { createS3Client } from './s3-client.ts';
import { readS3Object, type S3Source } from './s3-read.ts';
import { s3Tree } from './s3-tree.ts';

/** Opens a bucket. No request is sent before it is listed. */
export async function s3Destination(location: S3Location, limits: DestinationLimits): Promise<Destination> {
  const client = await createS3Client(location, limits);
  const source: S3Source = { client, location, limits, versions: new WeakMap(), lost: 0, lostFor: undefined };
  const nameStart = `${location.scheme}://${location.bucket}/`;
  const template = location.prefix;
  const limit = new OpenLimit();
  return {
    location,
    async list(range, options = {}) {
      options.signal?.throwIfAborted();
      Object.assign(source, { lost: 0, lostFor: undefined });
      const outright = await namedOutright(client, location, options.signal);
      if (outright !== undefined) return single(storedObject(outright, nameStart));
      const tree = s3Tree(client, location, { pageKeys: limits.pageKeys, signal: options.signal });
      return listPlace({ tree, template, where: 'bucket', display: location.display, nameStart }, range, options);
    },
    open: (object, options) => limit.read(() => readS3Object(source, object, options?.signal), options?.signal),
  };
}

/** The object a source names in full, if there is one: asked by a listing, or where that is denied by the object's head. */
async function namedOutright(
  client: S3Client,
  location: S3Location,
  signal: AbortSignal | undefined,
): Promise<ListedObject | undefined> {
  const key = location.prefix;
  if (key === '' || key.endsWith('/') || key.includes(DATE_PLACEHOLDER)) return undefined;
  try {
    // A key that is a prefix sorts before all that begin with it: one entry tells.
    for await (const object of s3Tree(client, location, { pageKeys: 1, signal }).below(key)) {
      return object.key === key ? object : undefined;
    }
    return undefined;
  } catch (error) {
    const found = (error as HeadgateError).code === 's3-denied' ? await headOf(client, location, signal) : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

async function headOf(
  client: S3Client,
  location: S3Location,
  signal: AbortSignal | undefined,
): Promise<ListedObject | undefined> {
  const { HeadObjectCommand } = await import('@aws-sdk/client-s3');
  const command = new HeadObjectCommand({ Bucket: location.bucket, Key: location.prefix });
  const head = await client.send(command, signal === undefined ? {} : { abortSignal: signal }).catch(() => undefined);
  signal?.throwIfAborted();
  if (head === undefined) return undefined;
  return { key: location.prefix, ...(head.ContentLength === undefined ? {} : { bytes: head.ContentLength }) };
}
