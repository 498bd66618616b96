// Streams the stored bytes of one object in a bucket. A read that fails or falls silent resumes at its position if the
// object is unchanged; no byte is delivered twice or kept.
import { HeadgateError, printCount, printPlural } from '../../../base/index.ts';
import type { StoredObject } from '../destination.ts';
import { ObjectReadError } from '../object-finding.ts';
import { getVersion, type VersionSource } from './object-version.ts';
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
  source: VersionSource,
  object: StoredObject,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  // The object was listed, possibly by another thread, so the bucket has answered.
  source.health.recordResponse();
  const tries = new RequestTries(source.health, source.limits, signal);
  try {
    yield* readOn(source, object, tries, signal);
  } finally {
    tries.end();
  }
}

async function* readOn(
  source: VersionSource,
  object: StoredObject,
  tries: RequestTries,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const { transport, limits, health, versions } = source;
  const { clock } = limits;
  let at = 0;
  let mark = 0;
  let last: RequestFailure | undefined;
  for (;;) {
    // Of a long read that breaks off, only the time since then is retry time.
    let aliveAt = clock.now();
    const limit = new AttemptLimit(source, tries.deadline(), Number.POSITIVE_INFINITY, signal);
    let failure: RequestFailure;
    try {
      const answer = await getVersion(source, object, at, limit.signal).finally(() => limit.end());
      const total = versions.get(object)?.bytes ?? Number.POSITIVE_INFINITY;
      let { bytesToSkip } = answer;
      let got = 0;
      for await (const chunk of withReadTimeout(answer.body, { ...limits, deadline: () => tries.deadline() }, signal)) {
        got += chunk.length;
        aliveAt = clock.now();
        // A trickle does not count as a response.
        if (got >= limits.leastBytes) health.recordSuccess();
        const fresh = chunk.subarray(Math.min(bytesToSkip, chunk.length));
        bytesToSkip -= chunk.length - fresh.length;
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
      failure = transport.failureOf(endedEarly(`${printCount(at)} of ${printPlural(total, 'byte')}`), 'get');
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ObjectReadError) {
        health.recordAnswer();
        throw error;
      }
      if (error instanceof HeadgateError) throw brokenOff(at, error);
      failure = limit.failureOf(error, last, (cause) => transport.failureOf(cause, 'get'));
    }
    last = failure;
    if (!failure.isTransient && !failure.isGarbled) {
      if (failure.isAnswered) health.recordAnswer();
      throw failure.scope === 'object' ? failure.error : brokenOff(at, failure.error);
    }
    if (await tries.waitForRetry(failure, aliveAt)) continue;
    health.recordLostObject(clock.now(), failure.destinationError);
    throw brokenOff(at, at === 0 && health.fatalError !== undefined ? health.fatalError : failure.error);
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
