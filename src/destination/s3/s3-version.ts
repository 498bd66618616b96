// One request for an object from a byte on, and the proof that its answer belongs to the object that was listed and to the
// bytes read before: by the conditions sent along, and again by what the answer says, because servers that imitate S3
// ignore conditions.
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import type { StoredObject } from '../destination.ts';
import { ObjectReadError } from '../object-finding.ts';
import { REPLACED } from './s3-error-rows.ts';
import { type S3Access, sendOnce } from './s3-request.ts';

/** What distinguishes one version of an object from the next; as much as the listing and the first answer say. */
export interface ObjectVersion {
  /** As a request sends it, in quotes. */
  etag?: string;
  /** Counts only where there is no etag: it has the grain of a second. */
  modified?: Date;
  /** Size as stored. */
  bytes?: number;
}

/** What asking for objects needs. */
export interface VersionSource extends S3Access {
  /** What each object was when first read: every later answer must be of the same. */
  versions: WeakMap<StoredObject, ObjectVersion>;
}

/** The answer's body, and how many of its bytes were had before. */
export interface VersionAnswer {
  body: GetObjectCommandOutput['Body'];
  bytesToSkip: number;
}

/**
 * Asks for an object from byte `at` on, once; compares the answer with what is known of the object, and remembers its version.
 * @throws ObjectReadError `object-changed`, `read-failed`; HeadgateError where the bucket was given up; what the SDK throws
 */
export async function getVersion(
  source: VersionSource,
  object: StoredObject,
  at: number,
  signal: AbortSignal | undefined,
): Promise<VersionAnswer> {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  const { client, location, versions } = source;
  const known = versions.get(object) ?? listedVersion(object);
  const command = new GetObjectCommand({
    Bucket: location.bucket,
    Key: object.key,
    ...(at === 0 ? {} : { Range: `bytes=${at}-` }),
    ...conditionsOf(known),
  });
  const answer = await sendOnce(source, 'get', (options) => client.send(command, options), signal);
  const range = rangeOf(answer, at);
  const found = versionOf(answer, range.bytes);
  if (!isSame(known, found)) throw refuse(answer, new ObjectReadError('object-changed', REPLACED));
  versions.set(object, { ...known, ...found });
  if (range.start > at) {
    const told = `the server was asked for the bytes from ${at} on and sent those from ${range.start} on`;
    throw refuse(answer, new ObjectReadError('read-failed', told));
  }
  return { body: answer.Body, bytesToSkip: at - range.start };
}

function listedVersion({ etag, bytes }: StoredObject): ObjectVersion {
  return { ...(etag === undefined ? {} : { etag: `"${etag}"` }), ...(bytes === undefined ? {} : { bytes }) };
}

function conditionsOf(known: ObjectVersion): { IfMatch?: string; IfUnmodifiedSince?: Date } {
  // A weak etag matches nothing, by the rules of HTTP.
  if (known.etag !== undefined && !known.etag.startsWith('W/')) return { IfMatch: known.etag };
  return known.modified === undefined ? {} : { IfUnmodifiedSince: known.modified };
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
  if (known.etag !== undefined && found.etag !== undefined) return bareEtag(known.etag) === bareEtag(found.etag);
  if (known.modified === undefined || found.modified === undefined) return true;
  return known.modified.getTime() === found.modified.getTime();
}

/** Without quotes and the mark of a weak one: servers differ in both between listings and answers. */
export function bareEtag(etag: string): string {
  return etag.replace(/^W\//, '').replaceAll('"', '');
}

/** Lets go of an answer that will not be read. */
function refuse({ Body }: GetObjectCommandOutput, error: ObjectReadError): ObjectReadError {
  (Body as { destroy?: () => void } | undefined)?.destroy?.();
  return error;
}
