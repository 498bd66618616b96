// A bucket that speaks S3 as a destination: joins listing, naming and reading.
import type { S3Client } from '@aws-sdk/client-s3';
import type { HeadgateError } from '../base/index.ts';
import { DEFAULT_SLACK_MS, objectSpan } from './day-folder.ts';
import type { Destination, DestinationLimits, StoredObject } from './destination.ts';
import { listObjects } from './list-objects.ts';
import { byName, counts, single, skippedName, timesOf } from './listing.ts';
import { DATE_PLACEHOLDER, type S3Location } from './location.ts';
import { nothingFound } from './nothing-found.ts';
import type { ListedObject } from './object-tree.ts';
import { createS3Client } from './s3-client.ts';
import { readS3Object, type S3Source } from './s3-read.ts';
import { s3Tree } from './s3-tree.ts';
import { underTemplate } from './under-template.ts';

/** Opens a bucket. No request is sent before it is listed. */
export async function s3Destination(location: S3Location, limits: DestinationLimits): Promise<Destination> {
  const client = await createS3Client(location, limits);
  const source: S3Source = { client, location, limits, etags: new WeakMap() };
  const tree = s3Tree(client, location, limits.pageKeys);
  const template = location.prefix;
  const nameOf = (key: string) => `${location.scheme}://${location.bucket}/${key}`;
  const stored = ({ key, bytes, etag }: ListedObject): StoredObject => ({
    name: nameOf(key),
    key,
    ...(bytes === undefined ? {} : { bytes }),
    ...(etag === undefined ? {} : { etag }),
    ...timesOf(key),
  });
  return {
    location,
    async list(range, options = {}) {
      const outright = await namedOutright(client, location, limits);
      if (outright !== undefined) return single(stored(outright));
      const span = objectSpan(range, options.slackMs ?? DEFAULT_SLACK_MS);
      const found = await underTemplate(template, (form) =>
        listObjects({ tree, template: form, span, where: 'bucket' }),
      );
      if (found.kept.length + found.pruned === 0) {
        throw await nothingFound({
          display: location.display,
          tree,
          template,
          skipped: skippedName(found, nameOf),
          nameOf,
        });
      }
      return { ...counts(found), objects: found.kept.map(stored).sort(byName) };
    },
    open: (object, options) => readS3Object(source, object, options?.signal),
  };
}

/** The object a source names in full, if there is one: asked by a listing, or where that is denied by the object's head. */
async function namedOutright(
  client: S3Client,
  location: S3Location,
  limits: DestinationLimits,
): Promise<ListedObject | undefined> {
  const key = location.prefix;
  if (key === '' || key.endsWith('/') || key.includes(DATE_PLACEHOLDER)) return undefined;
  try {
    // A key that is a prefix sorts before all that begin with it: one entry tells.
    for await (const object of s3Tree(client, location, Math.min(1, limits.pageKeys)).below(key)) {
      return object.key === key ? object : undefined;
    }
    return undefined;
  } catch (error) {
    const found = (error as HeadgateError).code === 's3-denied' ? await headOf(client, location) : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

async function headOf(client: S3Client, location: S3Location): Promise<ListedObject | undefined> {
  const { HeadObjectCommand } = await import('@aws-sdk/client-s3');
  const head = await client
    .send(new HeadObjectCommand({ Bucket: location.bucket, Key: location.prefix }))
    .catch(() => undefined);
  if (head === undefined) return undefined;
  return {
    key: location.prefix,
    ...(head.ContentLength === undefined ? {} : { bytes: head.ContentLength }),
    ...(head.ETag === undefined ? {} : { etag: head.ETag }),
  };
}
