// Streams the stored bytes of one object in a bucket. A read that fails or falls silent resumes at its position if the
// object is unchanged; no byte is delivered twice or kept.
import { HeadgateError, printCount, printPlural } from '../../../base/index.ts';
import type { StoredObject } from '../destination.ts';
import { ObjectReadError } from '../object-finding.ts';
import type { Bucket } from './bucket-transport.ts';
import { getVersion } from './object-version.ts';
import { withReadTimeout } from './read-timeout.ts';
import { endedEarly, REPLACED, type RequestFailure } from './request-failure.ts';
import { RequestTries } from './request-tries.ts';
import { AttemptLimit } from './send-request.ts';

/**
 * Progress that resets the failures of a read: a long read over a bad connection ends, and so does a hopeless one.
 * Bytes.
 */
const PROGRESS_BYTES = 1024 * 1024;

/** Streams an object. @throws ObjectReadError for this object; HeadgateError if no object can be read */
export async function* readBucketObject(
  bucket: Bucket,
  object: StoredObject,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const { transport, limits, health } = bucket;
  const { clock } = limits;
  // The object was listed, possibly by another thread, so the bucket has answered.
  health.recordResponse();
  const tries = new RequestTries(bucket, signal);
  let at = 0;
  let mark = 0;
  let last: RequestFailure | undefined;
  try {
    for (;;) {
      // Of a long read that breaks off, only the time since then is retry time.
      let aliveAt = clock.now();
      const limit = new AttemptLimit(bucket, tries.deadline(), Number.POSITIVE_INFINITY, signal);
      try {
        const { body, total, ...answer } = await getVersion(bucket, object, at, limit.signal).finally(() =>
          limit.end(),
        );
        let { bytesToSkip } = answer;
        let received = 0;
        for await (const chunk of withReadTimeout(body, { ...limits, deadline: () => tries.deadline() })) {
          received += chunk.length;
          aliveAt = clock.now();
          // A trickle does not count as a response.
          if (received >= limits.leastBytes) health.recordSuccess();
          const fresh = chunk.subarray(bytesToSkip);
          bytesToSkip = Math.max(0, bytesToSkip - chunk.length);
          if (fresh.length === 0) continue;
          // A body without a length may be longer than its object.
          if (at + fresh.length > total) {
            yield fresh.subarray(0, total - at);
            throw new ObjectReadError('object-changed', REPLACED);
          }
          at += fresh.length;
          if (at - mark >= PROGRESS_BYTES) {
            mark = at;
            tries.recordProgress();
          }
          yield fresh;
          // The time of a slow reader is not that of the server.
          aliveAt = clock.now();
        }
        if (total === Number.POSITIVE_INFINITY || at >= total) {
          health.recordSuccess();
          tries.recordProgress();
          return;
        }
        last = transport.failureOf(
          endedEarly(`${printCount(at)} of ${printPlural(total, 'byte')}`),
          health.failed('get'),
        );
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof ObjectReadError) {
          health.recordAnswer();
          throw error;
        }
        if (error instanceof HeadgateError) throw brokenOff(at, error);
        last = limit.failureOf(error, last, (cause) => transport.failureOf(cause, health.failed('get')));
      }
      if (!last.isTransient && !last.isGarbled) {
        if (last.isAnswered) health.recordAnswer();
        throw last.error instanceof ObjectReadError ? last.error : brokenOff(at, last.error);
      }
      if (await tries.waitForRetry(last, aliveAt)) continue;
      health.recordLostObject(clock.now(), last.destinationError);
      throw brokenOff(at, at === 0 && health.fatalError !== undefined ? health.fatalError : last.error);
    }
  } finally {
    tries.end();
  }
}

/**
 * Returns the error for an abandoned object. The bytes read count, so the failure of a partly read object concerns that
 * object alone.
 */
function brokenOff(at: number, error: Error): Error {
  if (at === 0) return error;
  return new ObjectReadError(
    'read-failed',
    `reading stopped after ${printPlural(at, 'stored byte')} and could not be resumed: ${error.message}`,
  );
}
