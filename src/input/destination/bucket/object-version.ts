// Requests an object from an offset, and proves that the response belongs to the object that was listed and to the bytes
// read before: by conditional headers, and again by the response, because servers that imitate S3 ignore conditions.
import { Readable } from 'node:stream';
import type { StoredObject } from '../destination.ts';
import { ObjectReadError } from '../object-finding.ts';
import type { Bucket, ObjectResponse } from './bucket-transport.ts';
import { REPLACED } from './request-failure.ts';
import { sendOnce } from './send-request.ts';

/** The properties that identify a version of an object, as far as the listing and the first response contain them. */
export interface ObjectVersion {
  /** As in a request, with quotes. */
  etag?: string | undefined;
  /** Used only without an etag: its resolution is one second. */
  modified?: Date | undefined;
  /** Size as stored. */
  bytes?: number | undefined;
  /** As in {@link ObjectResponse}. */
  isResumable?: boolean | undefined;
}

/** The version of each object when first read; every later response must match it. */
const versions = new WeakMap<StoredObject, ObjectVersion>();

/** The body of a response, and how many of its bytes were read before. */
export interface VersionAnswer {
  body: Readable;
  bytesToSkip: number;
  /** Size of the object; infinite if it is unknown. */
  total: number;
}

/**
 * Requests an object from offset `at`, once; compares the response with the known version, and stores its version.
 * @throws ObjectReadError `object-changed`, `read-failed`; HeadgateError if the bucket was abandoned; the error of the
 * transport
 */
export async function getVersion(
  bucket: Bucket,
  object: StoredObject,
  at: number,
  signal: AbortSignal | undefined,
): Promise<VersionAnswer> {
  const { server } = bucket.transport.terms;
  const known = versions.get(object) ?? listedVersion(object);
  const from = known.isResumable === false ? 0 : at;
  const request = { key: object.key, at: from, bytes: known.bytes, ...conditionsOf(known) };
  const answer = await sendOnce(bucket, 'get', (turn) => bucket.transport.getObject(request, turn), signal);
  const range = rangeOf(answer, at);
  const { etag, modified } = answer;
  const found: ObjectVersion = { etag, modified, bytes: range.bytes };
  if (!isSame(known, found)) {
    const isEmpty = answer.status === 204;
    const noContent = `the server answers HTTP 204 (no content) instead of the object; check ${server}`;
    throw discarded(answer, new ObjectReadError('object-changed', isEmpty ? noContent : REPLACED));
  }
  // Later responses may follow these bytes, or those of an earlier response.
  const isResumable = known.isResumable !== false && answer.isResumable !== false;
  versions.set(object, {
    etag: etag ?? known.etag,
    modified: modified ?? known.modified,
    bytes: range.bytes ?? known.bytes,
    isResumable,
  });
  if (range.start > at) {
    const message = `the server sends the object from byte ${range.start} on instead of byte ${at}; check ${server}`;
    throw discarded(answer, new ObjectReadError('read-failed', message));
  }
  const total = range.bytes ?? known.bytes ?? Number.POSITIVE_INFINITY;
  return { body: answer.body ?? Readable.from([]), bytesToSkip: at - range.start, total };
}

function listedVersion({ etag, bytes }: StoredObject): ObjectVersion {
  return { etag: etag && `"${etag}"`, bytes };
}

function conditionsOf(known: ObjectVersion): { ifMatch?: string; ifUnmodifiedSince?: Date } {
  // A weak etag never matches, by the rules of HTTP.
  if (known.etag !== undefined && !known.etag.startsWith('W/')) return { ifMatch: known.etag };
  return known.modified === undefined ? {} : { ifUnmodifiedSince: known.modified };
}

/**
 * Returns the offset of the response and the size of the object; a server that ignores the range sends everything again.
 */
function rangeOf(
  { contentRange, contentLength, status }: ObjectResponse,
  at: number,
): { start: number; bytes?: number | undefined } {
  if (status !== 206) return { start: 0, bytes: contentLength };
  const parts = /(\d+)-\d+\/(\d+|\*)/.exec(contentRange ?? '');
  if (parts === null) return { start: at };
  return { start: Number(parts[1]), bytes: parts[2] === '*' ? undefined : Number(parts[2]) };
}

/** Compares only properties that both versions have. */
function isSame(known: ObjectVersion, found: ObjectVersion): boolean {
  if (known.bytes !== undefined && found.bytes !== undefined && known.bytes !== found.bytes) return false;
  if (known.etag !== undefined && found.etag !== undefined) return bareEtag(known.etag) === bareEtag(found.etag);
  if (known.modified === undefined || found.modified === undefined) return true;
  return known.modified.getTime() === found.modified.getTime();
}

/** Removes the quotes and the mark of a weak etag: servers differ in both between listings and responses. */
export function bareEtag(etag: string): string {
  return etag.replace(/^W\//, '').replaceAll('"', '');
}

/** Discards a response that will not be read. */
function discarded({ body }: ObjectResponse, error: ObjectReadError): ObjectReadError {
  body?.destroy();
  return error;
}
