// The bytes of one object in a bucket, as stored. A read that breaks off or falls silent goes on where it was, as long
// as the object is the same (Range with If-Match); nothing is delivered twice, nothing is kept.

import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import type { DestinationLimits, StoredObject } from './destination.ts';
import type { S3Location } from './location.ts';
import { ObjectReadError } from './object-finding.ts';
import { s3Error } from './s3-error.ts';
import { untilSilent } from './until-silent.ts';

/** Times a read is taken up again without getting {@link PROGRESS_BYTES} further. */
export const RESUME_ATTEMPTS = 5;
/** How far a read must get for its failures to be forgotten: a long read over a bad line ends, a hopeless one too. Bytes. */
const PROGRESS_BYTES = 1024 * 1024;

/** What reading needs; `etags` remembers what each object was when first read. */
export interface S3Source {
  client: S3Client;
  location: S3Location;
  limits: DestinationLimits;
  etags: WeakMap<StoredObject, string>;
}

/** Streams an object. @throws ObjectReadError for this object; HeadgateError where none can be read */
export async function* readS3Object(
  source: S3Source,
  object: StoredObject,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  let total: number | undefined;
  let isAnswered = false;
  let failures = 0;
  let mark = 0;
  for (;;) {
    let broken: ObjectReadError;
    try {
      const answer = await get(source, object, at, signal);
      if (!isAnswered) total = answer.ContentLength;
      isAnswered = true;
      // A server that ignores the range sends everything again.
      let passOver = at > 0 && answer.ContentRange === undefined ? at : 0;
      for await (const chunk of untilSilent(answer.Body as Readable, source.limits.silenceMs, signal)) {
        const fresh = chunk.subarray(Math.min(passOver, chunk.length));
        passOver -= chunk.length - fresh.length;
        if (fresh.length === 0) continue;
        at += fresh.length;
        yield fresh;
      }
      if (total === undefined || at >= total) return;
      broken = new ObjectReadError('read-failed', `the server ended it after ${at} of ${total} bytes`);
    } catch (error) {
      signal?.throwIfAborted();
      const failure = s3Error(error, source.location, 'get');
      // The SDK has tried a first request several times; only an interrupted read is ours to take up.
      if (failure.scope === 'destination' || !failure.isPassing || !isAnswered) throw failure.error;
      broken = failure.error;
    }
    if (at - mark >= PROGRESS_BYTES) failures = 0;
    mark = at;
    failures += 1;
    if (failures > RESUME_ATTEMPTS) {
      throw new ObjectReadError(
        'read-failed',
        `reading broke off after ${at} stored bytes and could not be resumed: ${broken.message}`,
      );
    }
    await wait(source.limits.backoffMs * 2 ** (failures - 1), undefined, signal === undefined ? {} : { signal }).catch(
      () => signal?.throwIfAborted(),
    );
  }
}

async function get(
  { client, location, etags }: S3Source,
  object: StoredObject,
  at: number,
  signal: AbortSignal | undefined,
): Promise<GetObjectCommandOutput> {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  const etag = etags.get(object);
  const command = new GetObjectCommand({
    Bucket: location.bucket,
    Key: object.key,
    ...(at === 0 ? {} : { Range: `bytes=${at}-` }),
    // Not on the first read: some servers write the etag of a listing in another way.
    ...(etag === undefined ? {} : { IfMatch: etag }),
  });
  const answer = await client.send(command, signal === undefined ? {} : { abortSignal: signal });
  if (etag === undefined && answer.ETag !== undefined) etags.set(object, answer.ETag);
  return answer;
}
