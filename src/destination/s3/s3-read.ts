// The bytes of one object in a bucket, as stored. A read that breaks off or falls silent goes on where it was, as long
// as the object is the same; nothing is delivered twice, nothing is kept.
import type { Readable } from 'node:stream';
import { HeadgateError, printCount, printPlural } from '../../base/index.ts';
import type { StoredObject } from '../destination.ts';
import { ObjectReadError } from '../object-finding.ts';
import { withReadTimeout } from './read-timeout.ts';
import { type S3Failure, s3Error } from './s3-error.ts';
import { REPLACED } from './s3-error-rows.ts';
import { S3Tries } from './s3-tries.ts';
import { getVersion, type VersionSource } from './s3-version.ts';

/** How far a read must get for its failures to be forgotten: a long read over a bad line ends, a hopeless one too. Bytes. */
const PROGRESS_BYTES = 1024 * 1024;

/** Streams an object. @throws ObjectReadError for this object; HeadgateError where none can be read */
export async function* readS3Object(
  source: VersionSource,
  object: StoredObject,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  // The object was listed, if by another thread: the bucket has answered before.
  source.health.recordResponse();
  const tries = new S3Tries(source.health, source.limits, signal);
  try {
    yield* readOn(source, object, tries, signal);
  } finally {
    tries.end();
  }
}

async function* readOn(
  source: VersionSource,
  object: StoredObject,
  tries: S3Tries,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const { location, limits, health, versions } = source;
  let at = 0;
  let mark = 0;
  for (;;) {
    const startedAt = performance.now();
    let failure: S3Failure;
    try {
      const answer = await getVersion(source, object, at, signal);
      const total = versions.get(object)?.bytes ?? Number.POSITIVE_INFINITY;
      let { bytesToSkip } = answer;
      let got = 0;
      for await (const chunk of withReadTimeout(answer.body as Readable, limits, signal)) {
        got += chunk.length;
        // A trickle is no answer.
        if (got >= limits.leastBytes) health.recordSuccess();
        const fresh = chunk.subarray(Math.min(bytesToSkip, chunk.length));
        bytesToSkip -= chunk.length - fresh.length;
        if (fresh.length === 0) continue;
        // A body without a length may have more bytes than its object.
        if (at + fresh.length > total) {
          yield fresh.subarray(0, total - at);
          throw new ObjectReadError('object-changed', REPLACED);
        }
        at += fresh.length;
        yield fresh;
      }
      if (total === Number.POSITIVE_INFINITY || at >= total) {
        health.recordSuccess();
        tries.recordProgress();
        return;
      }
      failure = s3Error(endedEarly(at, total), location, 'get');
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ObjectReadError) {
        health.recordAnswer();
        throw error;
      }
      if (error instanceof HeadgateError) throw brokenOff(at, error);
      failure = s3Error(error, location, 'get');
    }
    if (!failure.isTransient && !failure.isGarbled) {
      if (failure.isAnswered) health.recordAnswer();
      throw failure.scope === 'object' ? failure.error : brokenOff(at, failure.error);
    }
    if (at - mark >= PROGRESS_BYTES) {
      mark = at;
      tries.recordProgress();
    }
    if (await tries.waitForRetry(failure, startedAt)) continue;
    health.recordLostObject(performance.now(), failure.destinationError);
    throw brokenOff(at, at === 0 && health.fatalError !== undefined ? health.fatalError : failure.error);
  }
}

/** What a body is taken for that ends without an error, and before its object. */
function endedEarly(at: number, total: number): Error {
  return Object.assign(new Error(`ended after ${printCount(at)} of ${printPlural(total, 'byte')}`), {
    code: 'ECONNRESET',
  });
}

/** What to throw where an object is given up. What was read of it counts, so an object read in part fails by itself. */
function brokenOff(at: number, error: Error): Error {
  if (at === 0) return error;
  return new ObjectReadError(
    'read-failed',
    `reading broke off after ${printPlural(at, 'stored byte')} and could not be resumed: ${error.message}`,
  );
}
