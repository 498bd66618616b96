// GET and HEAD of one object: its stored metadata, conditional requests and ranges.
import type { ReadAccess } from './authorization.ts';
import { type ByteRange, parseRange, selectBytes } from './byte-range.ts';
import { cacheHeaders, notModifiedHeaders, objectHeaders } from './object-headers.ts';
import { allowsRange, evaluatePreconditions } from './preconditions.ts';
import { textResponse } from './text-response.ts';

/**
 * Answers GET and HEAD of an object that the request may read.
 * @param range null for the whole object; RFC 9110 defines Range for GET only
 */
export async function readObject(
  request: Request,
  bucket: R2Bucket,
  key: string,
  access: ReadAccess,
  range = request.method === 'GET' ? parseRange(request.headers.get('range')) : null,
): Promise<Response> {
  const object = request.method === 'HEAD' ? await bucket.head(key) : await getObject(bucket, key, range);
  if (object === null) return textResponse(404, 'Object Not Found', cacheHeaders(access));
  const body = 'body' in object ? (object as R2ObjectBody).body : null;

  const outcome = evaluatePreconditions(request, object);
  if (outcome !== 'met') {
    await body?.cancel();
    if (outcome === 'failed') return textResponse(412, 'Precondition Failed', cacheHeaders(access));
    return new Response(null, { status: 304, headers: notModifiedHeaders(object, access) });
  }
  if (range !== null && !allowsRange(request, object)) {
    await body?.cancel();
    return readObject(request, bucket, key, access, null);
  }

  const selected = range === null ? { first: 0, last: object.size - 1 } : selectBytes(range, object.size);
  if (selected === null) {
    await body?.cancel();
    const contentRange = { 'content-range': `bytes */${object.size}` };
    return textResponse(416, 'Range Not Satisfiable', { ...cacheHeaders(access), ...contentRange });
  }
  const { first, last } = selected;
  const headers = objectHeaders(object, access);
  headers.set('content-length', String(last - first + 1));
  if (range !== null) headers.set('content-range', `bytes ${first}-${last}/${object.size}`);
  // Without `manual`, the runtime compresses an object that was stored with Content-Encoding: gzip a second time.
  return new Response(body, { status: range === null ? 200 : 206, headers, encodeBody: 'manual' });
}

/** Returns the object, without its body if it does not have the range; null if it does not exist. */
async function getObject(
  bucket: R2Bucket,
  key: string,
  range: ByteRange | 'invalid' | null,
): Promise<R2Object | R2ObjectBody | null> {
  if (range === null) return bucket.get(key);
  if (range === 'invalid') return bucket.head(key);
  try {
    return await bucket.get(key, { range });
  } catch (error) {
    // R2 throws if the object does not have the range, before it looks at a precondition.
    const object = await bucket.head(key);
    if (object !== null && selectBytes(range, object.size) !== null) throw error;
    return object;
  }
}
