// GET /?list: one page of the objects in the bucket, as JSON. Does not check the authorization.
import { parseCursor, printCursor } from './list-cursor.ts';
import { NO_SNIFF, textResponse } from './text-response.ts';

/** Largest page of R2, and the default. Objects. */
const MAX_PAGE_OBJECTS = 1000;
const NO_STORE = { 'cache-control': 'no-store' };

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
export async function listObjects(bucket: R2Bucket, query: URLSearchParams): Promise<Response> {
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
