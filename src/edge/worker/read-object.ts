// GET and HEAD of one object: its stored metadata, conditional requests and ranges.
import { KEY_HEADER, type ReadAccess } from './authorization.ts';
import { bucketErrorCode, INVALID_RANGE } from './bucket-error.ts';
import { parseRange, type RequestedRange, selectedBytes } from './byte-range.ts';
import { allowsRange, evaluatePreconditions } from './preconditions.ts';
import { textResponse } from './text-response.ts';

/** Headers of a 304, which updates the copy of a client. */
const NOT_MODIFIED_HEADERS = ['etag', 'last-modified', 'cache-control', 'expires', 'vary'];

/**
 * Answers GET and HEAD of an object that the request may read.
 * @param range what the request asks for; HEAD ignores it, as RFC 9110 defines Range for GET only
 */
export async function readObject(
  request: Request,
  bucket: R2Bucket,
  key: string,
  access: ReadAccess,
  range: RequestedRange = request.method === 'GET' ? parseRange(request.headers.get('range')) : null,
): Promise<Response> {
  const object = request.method === 'HEAD' ? await bucket.head(key) : await getObject(bucket, key, range);
  if (object === null) return textResponse(404, 'Object Not Found', cacheHeaders(access));

  const headers = objectHeaders(object, access);
  const outcome = evaluatePreconditions(request, object);
  if (outcome !== 'met') {
    await bodyOf(object)?.cancel();
    if (outcome === 'failed') return textResponse(412, 'Precondition Failed', cacheHeaders(access));
    return new Response(null, {
      status: 304,
      headers: [...headers].filter(([name]) => NOT_MODIFIED_HEADERS.includes(name)),
    });
  }
  if (range !== null && !allowsRange(request, object)) {
    await bodyOf(object)?.cancel();
    return readObject(request, bucket, key, access, null);
  }

  const body = bodyOf(object);
  if (range !== null && (range === 'invalid' || body === null)) {
    return textResponse(416, 'Range Not Satisfiable', {
      ...cacheHeaders(access),
      'content-range': `bytes */${object.size}`,
    });
  }
  if (range === null) {
    headers.set('content-length', String(object.size));
  } else {
    const { first, last } = selectedBytes(range, object.size);
    headers.set('content-length', String(last - first + 1));
    headers.set('content-range', `bytes ${first}-${last}/${object.size}`);
  }
  // Without `manual`, the runtime compresses an object that was stored with Content-Encoding: gzip a second time.
  return new Response(body, { status: range === null ? 200 : 206, headers, encodeBody: 'manual' });
}

/** Returns the object with its body, without one if it does not satisfy the range, or null if it does not exist. */
async function getObject(
  bucket: R2Bucket,
  key: string,
  range: RequestedRange,
): Promise<R2Object | R2ObjectBody | null> {
  if (range === 'invalid') return bucket.head(key);
  try {
    return await bucket.get(key, range === null ? {} : { range });
  } catch (error) {
    if (bucketErrorCode(error) === INVALID_RANGE) return bucket.head(key);
    throw error;
  }
}

function bodyOf(object: R2Object | R2ObjectBody): ReadableStream | null {
  return 'body' in object ? (object as R2ObjectBody).body : null;
}

function objectHeaders(object: R2Object, access: ReadAccess): Headers {
  const headers = new Headers();
  object.writeHttpMetadata(headers);
  headers.set('etag', object.httpEtag);
  headers.set('last-modified', object.uploaded.toUTCString());
  headers.set('accept-ranges', 'bytes');
  headers.set('x-content-type-options', 'nosniff');
  for (const [name, value] of Object.entries(cacheHeaders(access))) headers.set(name, value);
  return headers;
}

/** Keeps objects that need the key out of shared caches, whatever their stored metadata says. */
function cacheHeaders(access: ReadAccess): Record<string, string> {
  return access === 'public' ? {} : { 'cache-control': 'private, no-store', vary: KEY_HEADER };
}
