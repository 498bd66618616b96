// Serves an R2 bucket over HTTP. An object key is the path of the URL without its first slash, percent-decoded once.
//
// - PUT and DELETE need the auth key in the header X-Custom-Auth-Key.
// - GET and HEAD read what ALLOW_LIST allows and, with the auth key or the read key, what ALLOW_LIST_WITH_KEY allows.
// - GET /?list lists the bucket, with the auth key or the read key.

/** Bindings and variables: wrangler.jsonc, and the secrets of `wrangler secret put`. */
interface Env {
  BUCKET: R2Bucket;
  /** The auth key, sent in `X-Custom-Auth-Key`: writes, deletes, lists and reads. @default there is none: no request may write */
  AUTH_KEY_SECRET?: string;
  /** The read key, sent in the same header: lists and reads only. @default there is none */
  READ_KEY_SECRET?: string;
  /** Objects that anyone reads: `{ "keys": ["index.html"], "prefixes": ["reports/"] }`. @default nothing */
  ALLOW_LIST?: unknown;
  /** Objects that requests with the auth key or the read key read; the same shape. @default nothing */
  ALLOW_LIST_WITH_KEY?: unknown;
  /** Whether to answer other methods with 403 instead of 405. @default false */
  STRICT_METHODS?: boolean | string;
}

/** The methods that the Worker answers, for the header Allow. */
const METHODS = ['PUT', 'GET', 'DELETE', 'HEAD'];
/** Header that carries the auth key or the read key. */
const AUTH_KEY_HEADER = 'x-custom-auth-key';
/** Longest object key of R2. Bytes of UTF-8. */
const MAX_KEY_BYTES = 1024;
/** Largest page of a listing in R2, and the default. Objects. */
const MAX_PAGE_OBJECTS = 1000;
/** Size of the parts of an upload but the last, which R2 requires to be equal and at least 5 MiB. Each is in memory. Bytes. */
const PART_BYTES = 8 * 1024 * 1024;
/** Last date that R2 compares, in the year 2262: its nanoseconds have 64 bits. Seconds since 1970. */
const LAST_R2_DATE_SECONDS = 9223372036;
/** Seconds that clients are asked to wait before they try again. R2 accepts one write per second to an object key. */
const RETRY_AFTER_SECONDS = 1;
/** Headers of a 304, which update the copy of a client. */
const NOT_MODIFIED_HEADERS = ['etag', 'last-modified', 'cache-control', 'expires', 'vary'];
/** A browser must not guess a type: an object key or an object may look like HTML. */
const NO_SNIFF = { 'x-content-type-options': 'nosniff' };
const NO_STORE = { 'cache-control': 'no-store' };
/** Statuses and texts of the answers for errors of R2, by code. https://developers.cloudflare.com/r2/api/error-codes/ */
const BUCKET_ERRORS: Readonly<Record<number, readonly [status: number, text: string]>> = {
  10001: [500, 'Internal Error'],
  10011: [400, 'Entity Too Small'],
  10012: [400, 'Metadata Too Large'],
  10013: [400, 'Incomplete Body'],
  10014: [400, 'Invalid Digest'],
  10020: [400, 'Invalid Object Name'],
  10031: [412, 'Precondition Failed'],
  10033: [411, 'Length Required'],
  10037: [400, 'Bad Digest'],
  10039: [416, 'Range Not Satisfiable'],
  10043: [503, 'Service Unavailable'],
  10054: [400, 'Client Disconnect'],
  10058: [429, 'Too Many Requests'],
  10069: [403, 'Object Locked By Bucket Policy'],
  100100: [400, 'Entity Too Large'],
};

export default {
  async fetch(request, env) {
    const response = await respond(request, env).catch(bucketErrorResponse);
    return request.method === 'HEAD' ? new Response(null, response) : response;
  },
} satisfies ExportedHandler<Env>;

/**
 * Checks the method, the object key and the authorization, in this order, before it uses the bucket: a rejection does not depend on
 * what the bucket contains.
 */
async function respond(request: Request, env: Env): Promise<Response> {
  if (!METHODS.includes(request.method)) return methodNotAllowed(env);
  const { pathname, searchParams } = new URL(request.url);
  if (isRead(request) && pathname === '/' && searchParams.has('list')) {
    return (await hasReadKey(request, env)) ? listObjects(env.BUCKET, searchParams) : forbidden();
  }

  const key = parseObjectKey(pathname);
  if (key === null) return textResponse(400, 'Bad Object Key');

  if (isRead(request)) {
    const access = await authorizeRead(request, env, key);
    return access === 'none' ? forbidden() : readObject(request, env.BUCKET, key, access);
  }
  if (!(await hasAuthKey(request, env))) return forbidden();
  return request.method === 'PUT' ? putObject(request, env.BUCKET, key) : deleteObject(request, env.BUCKET, key);
}

function methodNotAllowed({ STRICT_METHODS }: Env): Response {
  if (STRICT_METHODS === true || STRICT_METHODS === 'true') return forbidden();
  return textResponse(405, 'Method Not Allowed', { allow: METHODS.join(', ') });
}

/** The same answer for a missing auth key, a wrong one, and an object outside the allow lists, whether it exists or not. */
function forbidden(): Response {
  return textResponse(403, 'Forbidden');
}

/** Whether a request reads; the others write. */
function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

// --- authorization ---
// Who may do what: the auth key or the read key in X-Custom-Auth-Key, and the allow lists. Does not use the bucket, so that no rejection
// depends on its objects. An invalid list allows nothing.

/** The requests that may read an object: all, those with the auth key or the read key, or none. */
type ReadAccess = 'public' | 'with-key' | 'none';

/** Returns who may read the object; `none` if this request may not. */
async function authorizeRead(request: Request, env: Env, key: string): Promise<ReadAccess> {
  if (allows(parseAllowList('ALLOW_LIST', env.ALLOW_LIST), key)) return 'public';
  if (!allows(parseAllowList('ALLOW_LIST_WITH_KEY', env.ALLOW_LIST_WITH_KEY), key)) return 'none';
  return (await hasReadKey(request, env)) ? 'with-key' : 'none';
}

/** Whether a request carries the auth key. Without a secret in the configuration, none does. */
function hasAuthKey(request: Request, env: Env): Promise<boolean> {
  return carriesSecret(request, env, 'AUTH_KEY_SECRET');
}

/** Whether a request carries a key that lists and reads: the read key, or the auth key. */
async function hasReadKey(request: Request, env: Env): Promise<boolean> {
  return (await hasAuthKey(request, env)) || (await carriesSecret(request, env, 'READ_KEY_SECRET'));
}

/** Whether the header of a request has a secret as its value. An empty secret is none. */
async function carriesSecret(
  request: Request,
  env: Env,
  name: 'AUTH_KEY_SECRET' | 'READ_KEY_SECRET',
): Promise<boolean> {
  const secret: unknown = env[name];
  if (typeof secret !== 'string' || secret === '') return false;
  // Clients remove white space at the ends of a header, and encode other characters in different ways.
  if (!/^[!-~]([ -~]*[!-~])?$/.test(secret)) {
    console.error(`${name} cannot be sent in a header: expected visible ASCII characters without spaces`);
  }
  // A header that occurs twice arrives as `value, value`.
  const sent = request.headers.get(AUTH_KEY_HEADER);
  if (sent === null || secret.trim() === '') return false;
  return isEqualInConstantTime(sent, secret);
}

/** Compares digests: they have equal lengths, and their comparison takes the same time wherever they differ. */
async function isEqualInConstantTime(a: string, b: string): Promise<boolean> {
  const [digestA, digestB] = await Promise.all([sha256(a), sha256(b)]);
  return crypto.subtle.timingSafeEqual(digestA, digestB);
}

function sha256(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
}

/** Objects by exact object key and by prefix. The prefix `""` is every object. */
interface AllowList {
  keys: string[];
  prefixes: string[];
}

/**
 * Parses the value of a variable: an object, or text that contains it as JSON. An absent variable allows nothing. Any
 * other shape allows nothing, too, and is logged.
 */
function parseAllowList(name: string, value: unknown): AllowList {
  const nothing: AllowList = { keys: [], prefixes: [] };
  if (value === undefined || value === null || value === '') return nothing;
  const list = readAllowList(typeof value === 'string' ? parseJson(value) : value);
  if (list !== null) return list;
  console.error(`${name} allows nothing: expected {"keys": ["…"], "prefixes": ["…"]}`);
  return nothing;
}

/** Whether a list contains an object key. */
function allows({ keys, prefixes }: AllowList, key: string): boolean {
  return keys.includes(key) || prefixes.some((prefix) => key.startsWith(prefix));
}

/** @returns null for any other shape, or with an unknown member: a misspelled `prefix` is logged, not ignored */
function readAllowList(value: unknown): AllowList | null {
  if (typeof value !== 'object' || value === null) return null;
  const { keys = [], prefixes = [], ...others } = value as Record<string, unknown>;
  return isTextList(keys) && isTextList(prefixes) && Object.keys(others).length === 0 ? { keys, prefixes } : null;
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// --- object keys ---

/**
 * Returns the key: the path without its first slash, percent-decoded once.
 * @returns null if the key is empty or too long, has a `..` segment, or is not percent-encoded UTF-8
 */
function parseObjectKey(pathname: string): string | null {
  const key = percentDecoded(pathname.slice(1));
  if (key === null || key === '') return null;
  if (new TextEncoder().encode(key).length > MAX_KEY_BYTES) return null;
  // `a%2F..%2Fb` and `a%5C..%5Cb`: in a URL, a backslash is a slash.
  if (key.split(/[/\\]/).includes('..')) return null;
  return key;
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

// --- GET and HEAD ---
// One object: its stored metadata, conditional requests and ranges.

/**
 * Answers GET and HEAD of an object that the request may read.
 * @param range null for the whole object; RFC 9110 defines Range for GET only
 */
async function readObject(
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

/** Returns the stored HTTP metadata and the version of an object, without the length of the body. */
function objectHeaders(object: R2Object, access: ReadAccess): Headers {
  const headers = new Headers();
  object.writeHttpMetadata(headers);
  headers.set('etag', object.httpEtag);
  headers.set('last-modified', object.uploaded.toUTCString());
  headers.set('accept-ranges', 'bytes');
  for (const [name, value] of Object.entries({ ...NO_SNIFF, ...cacheHeaders(access) })) headers.set(name, value);
  return headers;
}

/** Returns the headers of an object that the client already has. */
function notModifiedHeaders(object: R2Object, access: ReadAccess): Headers {
  const headers = objectHeaders(object, access);
  return new Headers([...headers].filter(([name]) => NOT_MODIFIED_HEADERS.includes(name)));
}

/** Keeps objects that need the auth key or the read key out of shared caches, whatever their stored metadata says. */
function cacheHeaders(access: ReadAccess): Record<string, string> {
  return access === 'public' ? {} : { 'cache-control': 'private, no-store', vary: AUTH_KEY_HEADER };
}

// --- ranges ---
// The header Range: one range of bytes. Several ranges and other units are ignored, as RFC 9110 allows.

/** A range in the form of R2. */
type ByteRange = { offset: number; length?: number } | { suffix: number };

/** First and last byte of a part. */
interface SelectedBytes {
  first: number;
  last: number;
}

/** @returns null if the request asks for the whole object, `invalid` for a range that no object has */
function parseRange(header: string | null): ByteRange | 'invalid' | null {
  const ranges = header?.match(/^\s*bytes\s*=(.*)$/i)?.[1];
  if (ranges === undefined || ranges.includes(',')) return null;
  const [, first, last] = ranges.match(/^\s*(\d*)-(\d*)\s*$/) ?? [];
  if (first === undefined || last === undefined) return 'invalid';
  if (first === '') return Number(last) === 0 ? 'invalid' : { suffix: parseBytes(last) };
  if (last === '') return { offset: parseBytes(first) };
  const length = parseBytes(last) - parseBytes(first) + 1;
  return length > 0 ? { offset: parseBytes(first), length } : 'invalid';
}

/** Returns the bytes that a range selects of an object of `size` bytes, or null if it selects none. */
function selectBytes(range: ByteRange | 'invalid', size: number): SelectedBytes | null {
  if (range === 'invalid') return null;
  const first = 'suffix' in range ? Math.max(0, size - range.suffix) : range.offset;
  const last = 'suffix' in range || range.length === undefined ? size - 1 : Math.min(size, first + range.length) - 1;
  return first <= last ? { first, last } : null;
}

/** Larger numbers are beyond the end of every object. */
function parseBytes(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}

// --- preconditions ---
// Conditional requests, RFC 9110, section 13. One function parses the headers for all methods.

/** The preconditions of a request. Null for an absent header or an invalid date. */
interface Preconditions {
  /** ETags in double quotes, or `*`. */
  ifMatch: string[] | null;
  ifNoneMatch: string[] | null;
  /** Seconds since 1970. HTTP dates have no fractions. */
  ifUnmodifiedSince: number | null;
  ifModifiedSince: number | null;
}

/** What follows from preconditions. `not-modified` is the outcome of GET and HEAD only. */
type PreconditionOutcome = 'met' | 'not-modified' | 'failed';

/** If-Modified-Since is defined for GET and HEAD only. */
function parsePreconditions(request: Request): Preconditions {
  const { headers } = request;
  const ifMatch = parseEtags(headers.get('if-match'));
  const ifNoneMatch = parseEtags(headers.get('if-none-match'));
  return {
    ifMatch,
    ifNoneMatch,
    // ETags take precedence over dates.
    ifUnmodifiedSince: ifMatch === null ? parseDate(headers.get('if-unmodified-since')) : null,
    ifModifiedSince: ifNoneMatch === null && isRead(request) ? parseDate(headers.get('if-modified-since')) : null,
  };
}

/**
 * Evaluates the preconditions of GET, HEAD and DELETE.
 * @param object null if the object does not exist
 */
function evaluatePreconditions(request: Request, object: R2Object | null): PreconditionOutcome {
  const { ifMatch, ifNoneMatch, ifUnmodifiedSince, ifModifiedSince } = parsePreconditions(request);
  if (object === null) return ifMatch === null ? 'met' : 'failed';
  const uploaded = uploadedSeconds(object);
  if (ifMatch !== null && !matchesStrongly(ifMatch, object)) return 'failed';
  if (ifUnmodifiedSince !== null && uploaded > ifUnmodifiedSince) return 'failed';
  if (ifNoneMatch !== null && matchesWeakly(ifNoneMatch, object)) return isRead(request) ? 'not-modified' : 'failed';
  if (ifModifiedSince !== null && uploaded <= ifModifiedSince) return 'not-modified';
  return 'met';
}

/** Returns the preconditions of PUT and DELETE in the form of R2, which evaluates them together with a PUT; null without any. */
function writeConditions(request: Request): Headers | null {
  const { ifMatch, ifNoneMatch, ifUnmodifiedSince } = parsePreconditions(request);
  const conditions = new Headers();
  if (ifMatch !== null) conditions.set('if-match', ifMatch.join(', '));
  if (ifNoneMatch !== null) conditions.set('if-none-match', ifNoneMatch.join(', '));
  if (ifUnmodifiedSince !== null) {
    // R2 requires an upload before this second, HTTP one within or before it.
    const seconds = Math.min(ifUnmodifiedSince + 1, LAST_R2_DATE_SECONDS);
    conditions.set('if-unmodified-since', new Date(seconds * 1000).toUTCString());
  }
  return [...conditions].length === 0 ? null : conditions;
}

/** Whether If-Range allows a part of this version: an absent header does; an ETag must match strongly, a date exactly. */
function allowsRange({ headers }: Request, object: R2Object): boolean {
  const ifRange = headers.get('if-range');
  if (ifRange === null) return true;
  const date = parseDate(ifRange);
  return date === null ? parseEtags(ifRange)?.[0] === object.httpEtag : date === uploadedSeconds(object);
}

function matchesStrongly(etags: string[], { httpEtag }: R2Object): boolean {
  return etags.includes('*') || etags.includes(httpEtag);
}

function matchesWeakly(etags: string[], { httpEtag }: R2Object): boolean {
  return etags.includes('*') || etags.includes(httpEtag) || etags.includes(`W/${httpEtag}`);
}

/** Parses a list of ETags. Adds missing quotes: a listing has ETags without them. */
function parseEtags(header: string | null): string[] | null {
  if (header === null) return null;
  const items: string[] = header.match(/(?:W\/)?"[^"]*"|[^\s,"]+/g) ?? [];
  if (items.includes('*')) return ['*'];
  // An empty list matches no object: no object has an empty ETag.
  return items.length === 0 ? ['""'] : items.map((item) => (item.endsWith('"') ? item : `"${item}"`));
}

/** @returns null also for an invalid date, which RFC 9110 ignores */
function parseDate(header: string | null): number | null {
  // Date.parse alone parses `1` as a date.
  if (header === null || !/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(header)) return null;
  const milliseconds = Date.parse(header);
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}

function uploadedSeconds({ uploaded }: R2Object): number {
  return Math.floor(uploaded.getTime() / 1000);
}

// --- PUT and DELETE ---
// One object. The caller has checked the authorization.

/** Stores the body with the HTTP metadata of the request (Content-Type, Cache-Control …), and no other metadata. */
async function putObject(request: Request, bucket: R2Bucket, key: string): Promise<Response> {
  // The body is a part of the object, as in `curl -C - -T file`. Stored as it is, it would replace the whole object.
  if (request.headers.has('content-range')) return textResponse(400, 'Partial Upload Not Supported');
  const options: R2PutOptions = { httpMetadata: request.headers };
  const conditions = writeConditions(request);
  if (conditions !== null) options.onlyIf = conditions;
  const checksum = request.headers.get('content-md5');
  if (checksum !== null) {
    const md5 = decodeMd5(checksum);
    if (md5 === null) return textResponse(400, 'Invalid Digest');
    options.md5 = md5;
  }
  const object =
    request.body === null || hasLength(request)
      ? await bucket.put(key, request.body, options)
      : await uploadWithoutLength(bucket, key, request.body, options);
  if (object === 'length-required') {
    return textResponse(411, 'Length Required: a large conditional upload needs Content-Length');
  }
  if (object === null) return textResponse(412, 'Precondition Failed');
  return textResponse(200, `Put ${key} successfully!`, { etag: object.httpEtag });
}

/** Removes the object. R2 has no conditional delete: a write between the check of a condition and the removal is lost. */
async function deleteObject(request: Request, bucket: R2Bucket, key: string): Promise<Response> {
  if (writeConditions(request) !== null && evaluatePreconditions(request, await bucket.head(key)) !== 'met') {
    return textResponse(412, 'Precondition Failed');
  }
  await bucket.delete(key);
  return textResponse(200, 'Deleted!');
}

/** Transfer-Encoding overrides Content-Length. */
function hasLength({ headers }: Request): boolean {
  return headers.has('content-length') && !headers.has('transfer-encoding');
}

/** @returns the 16 bytes of an MD5 digest in Base64, or null for any other text */
function decodeMd5(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]{22}==$/.test(text)) return null;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** A part of a body. */
interface Part {
  /** Overwritten by the next part. */
  bytes: Uint8Array;
  isLast: boolean;
}

/**
 * Stores a body whose length is unknown, as in `curl -T - …`. R2 needs the length of what it stores, so this reads one part at a time. A
 * body that fits into one part is stored with `put`, any other by a multipart upload, which is aborted if it fails.
 * @returns null if a condition failed; `length-required` if the body has several parts, for which R2 checks no condition and no digest
 */
async function uploadWithoutLength(
  bucket: R2Bucket,
  key: string,
  body: ReadableStream<Uint8Array>,
  options: R2PutOptions,
): Promise<R2Object | null | 'length-required'> {
  const parts = readParts(body);
  const { value: first } = await parts.next();
  if (first === undefined || first.isLast) return bucket.put(key, first?.bytes ?? null, options);
  if (options.onlyIf !== undefined || options.md5 !== undefined) return 'length-required';

  const upload = await bucket.createMultipartUpload(key, { httpMetadata: options.httpMetadata ?? {} });
  try {
    const uploaded = [await upload.uploadPart(1, first.bytes)];
    for await (const { bytes } of parts) uploaded.push(await upload.uploadPart(uploaded.length + 1, bytes));
    return await upload.complete(uploaded);
  } catch (error) {
    // R2 removes the parts of an upload that is never completed after seven days.
    await upload.abort().catch(() => {});
    throw error;
  }
}

/** Reads a body in parts of {@link PART_BYTES}. The last part may be shorter, and is empty only if the body is. */
async function* readParts(body: ReadableStream<Uint8Array>): AsyncGenerator<Part, undefined> {
  const part = new Uint8Array(PART_BYTES);
  let filled = 0;
  for await (const chunk of body) {
    for (let rest = chunk; rest.length > 0; ) {
      if (filled === PART_BYTES) {
        yield { bytes: part, isLast: false };
        filled = 0;
      }
      const taken = rest.subarray(0, PART_BYTES - filled);
      part.set(taken, filled);
      filled += taken.length;
      rest = rest.subarray(taken.length);
    }
  }
  yield { bytes: part.subarray(0, filled), isLast: true };
}

// --- lists ---
// GET /?list: one page of the objects in the bucket, as JSON. The caller has checked the authorization.

/** A page of a listing. It may contain fewer objects than `limit` even if another page follows. */
interface ObjectPage {
  /** In the order of their keys. `etag` without quotes, `uploaded` in RFC 3339. */
  objects: { key: string; size: number; etag: string; uploaded: string }[];
  /** Object keys that have `delimiter` after `prefix`, up to and including it, once each. */
  prefixes: string[];
  truncated: boolean;
  /** Where the next page begins; only if `truncated`. */
  cursor?: string;
}

/** Answers a listing with the query `prefix`, `delimiter`, `cursor` and `limit`. An empty parameter is an absent one. */
async function listObjects(bucket: R2Bucket, query: URLSearchParams): Promise<Response> {
  const limit = parseLimit(query.get('limit') || String(MAX_PAGE_OBJECTS));
  if (limit === null) return textResponse(400, 'Bad Limit', NO_STORE);
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const options: R2ListOptions = { limit };
  if (prefix !== '') options.prefix = prefix;
  if (delimiter !== '') options.delimiter = delimiter;
  const text = query.get('cursor');
  if (text) {
    const cursor = parseCursor(prefix, delimiter, text);
    if (cursor === null) return textResponse(400, 'Bad Cursor', NO_STORE);
    options.cursor = cursor;
  }

  const { objects, delimitedPrefixes, ...rest } = await bucket.list(options);
  const page: ObjectPage = {
    objects: objects.map(({ key, size, etag, uploaded }) => ({ key, size, etag, uploaded: uploaded.toISOString() })),
    prefixes: delimitedPrefixes,
    truncated: rest.truncated,
    ...(rest.truncated ? { cursor: printCursor(prefix, delimiter, rest.cursor) } : {}),
  };
  return Response.json(page, { headers: { ...NO_STORE, ...NO_SNIFF } });
}

/** @returns null if the limit is not an integer from 1 to {@link MAX_PAGE_OBJECTS} */
function parseLimit(text: string): number | null {
  const limit = Number(text);
  return /^\d+$/.test(text) && limit >= 1 && limit <= MAX_PAGE_OBJECTS ? limit : null;
}

/**
 * Returns the text that clients send to read the next page. R2 accepts any text as a cursor. This one also contains the prefix and the
 * delimiter of its listing, so that the script rejects the cursor of another listing, and any other text.
 */
function printCursor(prefix: string, delimiter: string, cursor: string): string {
  const text = btoa(encodeURIComponent(JSON.stringify([prefix, delimiter, cursor])));
  return text.replaceAll('+', '-').replaceAll('/', '_');
}

/** Returns the cursor of R2, or null if the text is not a cursor of this listing. */
function parseCursor(prefix: string, delimiter: string, text: string): string | null {
  try {
    const encoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const parts: unknown = JSON.parse(decodeURIComponent(encoded));
    if (!Array.isArray(parts) || parts[0] !== prefix || parts[1] !== delimiter) return null;
    return typeof parts[2] === 'string' ? parts[2] : null;
  } catch {
    return null;
  }
}

// --- answers ---

/**
 * Returns the answer for an error of the bucket; 500 for any other error. Logs the status and the code, nothing else: messages may contain
 * object keys.
 */
function bucketErrorResponse(error: unknown): Response {
  const code = error instanceof Error ? /\((\d+)\)$/.exec(error.message)?.[1] : undefined;
  const [status, text] = BUCKET_ERRORS[Number(code)] ?? [500, 'Internal Error'];
  console.error(`bucket error: status ${status}, code ${code ?? 'unknown'}`);
  const mayRetry = status === 429 || status === 503;
  return textResponse(status, text, mayRetry ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {});
}

/** Returns a short answer in plain text, with its length also for HEAD, whose body is removed. Must not contain a secret. */
function textResponse(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(new TextEncoder().encode(text).length),
      ...NO_SNIFF,
      ...headers,
    },
  });
}
