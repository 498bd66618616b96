// One request for an object from a byte on, and the proof that its answer belongs to the bytes read before: by the
// conditions sent along, and again by what the answer says, because servers that imitate S3 ignore conditions.
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import type { StoredObject } from './destination.ts';
import type { S3Location } from './location.ts';
import { ObjectReadError } from './object-finding.ts';
import { REPLACED } from './s3-error-rows.ts';

/** What tells one version of an object from the next; as much as its first answer says. */
export interface ObjectVersion {
  etag?: string;
  /** Counts only where there is no etag: it has the grain of a second. */
  modified?: Date;
  /** Size as stored. */
  bytes?: number;
}

/** What asking needs. */
export interface VersionSource {
  client: S3Client;
  location: S3Location;
  /** What each object was when first read: every later answer must be of the same. */
  versions: WeakMap<StoredObject, ObjectVersion>;
}

/** The answer's body, and how many of its bytes were had before. */
export interface VersionAnswer {
  body: GetObjectCommandOutput['Body'];
  passOver: number;
}

/**
 * Asks for an object from byte `at` on; remembers its version when asked first, and holds later answers against it.
 * @throws ObjectReadError `object-changed`, `read-failed`; what the SDK throws
 */
export async function getVersion(
  { client, location, versions }: VersionSource,
  object: StoredObject,
  at: number,
  signal: AbortSignal | undefined,
): Promise<VersionAnswer> {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  const known = versions.get(object);
  const command = new GetObjectCommand({
    Bucket: location.bucket,
    Key: object.key,
    ...(at === 0 ? {} : { Range: `bytes=${at}-` }),
    ...conditionsOf(known),
  });
  const answer = await client.send(command, signal === undefined ? {} : { abortSignal: signal });
  const range = rangeOf(answer, at);
  const found = versionOf(answer, range.bytes);
  if (known === undefined) versions.set(object, found);
  else if (!isSame(known, found)) throw refuse(answer, new ObjectReadError('object-changed', REPLACED));
  if (range.start > at) {
    const told = `the server was asked for the bytes from ${at} on and sent those from ${range.start} on`;
    throw refuse(answer, new ObjectReadError('read-failed', told));
  }
  return { body: answer.Body, passOver: at - range.start };
}

function conditionsOf(known: ObjectVersion | undefined): { IfMatch?: string; IfUnmodifiedSince?: Date } {
  // A weak etag matches nothing, by the rules of HTTP.
  if (known?.etag !== undefined && !known.etag.startsWith('W/')) return { IfMatch: known.etag };
  return known?.modified === undefined ? {} : { IfUnmodifiedSince: known.modified };
}

/** Where the answer begins and how large the whole is; a server that ignores the range sends everything again. */
function rangeOf(
  { ContentRange, ContentLength, $metadata }: GetObjectCommandOutput,
  at: number,
): { start: number; bytes?: number } {
  if ($metadata.httpStatusCode !== 206)
    return { start: 0, ...(ContentLength === undefined ? {} : { bytes: ContentLength }) };
  const parts = /(\d+)-\d+\/(\d+|\*)/.exec(ContentRange ?? '');
  if (parts === null) return { start: at };
  return { start: Number(parts[1]), ...(parts[2] === '*' ? {} : { bytes: Number(parts[2]) }) };
}

function versionOf({ ETag, LastModified }: GetObjectCommandOutput, bytes: number | undefined): ObjectVersion {
  return {
    ...(ETag === undefined ? {} : { etag: ETag }),
    ...(LastModified === undefined ? {} : { modified: LastModified }),
    ...(bytes === undefined ? {} : { bytes }),
  };
}

/** Only what both say can differ. */
function isSame(known: ObjectVersion, found: ObjectVersion): boolean {
  if (known.bytes !== undefined && found.bytes !== undefined && known.bytes !== found.bytes) return false;
  if (known.etag !== undefined && found.etag !== undefined) return known.etag === found.etag;
  if (known.modified === undefined || found.modified === undefined) return true;
  return known.modified.getTime() === found.modified.getTime();
}

/** Lets go of an answer that will not be read. */
function refuse({ Body }: GetObjectCommandOutput, error: ObjectReadError): ObjectReadError {
  (Body as { destroy?: () => void } | undefined)?.destroy?.();
  return error;
}
