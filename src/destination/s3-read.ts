// The bytes of one object in a bucket, as stored. A read that breaks off or falls silent goes on where it was, as long
// as the object is the same; nothing is delivered twice, nothing is kept.

import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { HeadgateError } from '../base/index.ts';
import { printCount, printPlural } from '../base/index.ts';
import type { DestinationLimits, StoredObject } from './destination.ts';
import { ObjectReadError } from './object-finding.ts';
import { s3Error } from './s3-error.ts';
import { getVersion, type VersionSource } from './s3-version.ts';
import { untilSilent } from './until-silent.ts';

/** Times a read is taken up again without getting {@link PROGRESS_BYTES} further. */
export const RESUME_ATTEMPTS = 5;
/** How far a read must get for its failures to be forgotten: a long read over a bad line ends, a hopeless one too. Bytes. */
const PROGRESS_BYTES = 1024 * 1024;

/** What reading needs, and what all reads of a bucket know together. */
export interface S3Source extends VersionSource {
  limits: DestinationLimits;
  /** Objects that failed for want of a connection since the last byte came. */
  lost: number;
  /** Set once there were too many of those: the network is gone, and each further object would cost its whole wait. */
  lostFor: HeadgateError | undefined;
}

/** Streams an object. @throws ObjectReadError for this object; HeadgateError where none can be read */
export async function* readS3Object(
  source: S3Source,
  object: StoredObject,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const { location, limits } = source;
  let at = 0;
  let isAnswered = false;
  let failures = 0;
  let mark = 0;
  for (;;) {
    if (source.lostFor !== undefined) throw source.lostFor;
    let broken: ObjectReadError;
    let lost: HeadgateError | undefined;
    try {
      const answer = await getVersion(source, object, at, signal);
      isAnswered = true;
      let { passOver } = answer;
      for await (const chunk of untilSilent(answer.body as Readable, limits.silenceMs, signal)) {
        source.lost = 0;
        const fresh = chunk.subarray(Math.min(passOver, chunk.length));
        passOver -= chunk.length - fresh.length;
        if (fresh.length === 0) continue;
        at += fresh.length;
        yield fresh;
      }
      const total = source.versions.get(object)?.bytes;
      if (total === undefined || at >= total) {
        source.lost = 0;
        return;
      }
      broken = new ObjectReadError(
        'read-failed',
        `the server ended it after ${printCount(at)} of ${printPlural(total, 'byte')}`,
      );
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ObjectReadError) throw error;
      const failure = s3Error(error, location, 'get');
      if (failure.scope === 'destination') throw failure.error;
      if (failure.lost === undefined) source.lost = 0;
      // The SDK has tried a first request several times; only an interrupted read is ours to take up.
      if (!failure.isPassing || !isAnswered) throw countLost(source, failure.lost) ?? failure.error;
      broken = failure.error;
      lost = failure.lost;
    }
    if (at - mark >= PROGRESS_BYTES) failures = 0;
    mark = at;
    failures += 1;
    if (failures > RESUME_ATTEMPTS) {
      const told = `reading broke off after ${printPlural(at, 'stored byte')} and could not be resumed: ${broken.message}`;
      throw countLost(source, lost) ?? new ObjectReadError('read-failed', told);
    }
    await wait(limits.backoffMs * 2 ** (failures - 1), undefined, signal === undefined ? {} : { signal }).catch(() =>
      signal?.throwIfAborted(),
    );
  }
}

/** Counts an object that failed for want of a connection. @returns the error for all objects where it is one too many */
function countLost(source: S3Source, lost: HeadgateError | undefined): HeadgateError | undefined {
  if (lost === undefined) return undefined;
  source.lost += 1;
  if (source.lost >= source.limits.lostObjects) source.lostFor ??= lost;
  return source.lostFor;
}
