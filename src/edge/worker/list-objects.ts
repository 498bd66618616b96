// GET /?list: one page of the objects in the bucket, as JSON. The key was checked.
import { textResponse } from './text-response.ts';

/** Largest page of R2, and the default. Objects. */
const MAX_PAGE_OBJECTS = 1000;

/** A page of a listing. It may hold fewer objects than `limit`, and be followed by another. */
interface ObjectPage {
  /** In the order of their keys. `etag` without quotes, `uploaded` in RFC 3339. */
  objects: { key: string; size: number; etag: string; uploaded: string }[];
  /** What keys have in common up to `delimiter`, after `prefix`. */
  prefixes: string[];
  truncated: boolean;
  /** Where the next page begins; only if `truncated`. */
  cursor?: string;
}

/** Answers a listing with the query `prefix`, `delimiter`, `cursor` and `limit`. */
export async function listObjects(bucket: R2Bucket, query: URLSearchParams): Promise<Response> {
  const limit = parseLimit(query.get('limit'));
  if (limit === null) return textResponse(400, 'Bad Limit', { 'cache-control': 'no-store' });
  const page = await bucket.list({
    limit,
    ...textOption('prefix', query),
    ...textOption('delimiter', query),
    ...textOption('cursor', query),
  });
  const answer: ObjectPage = {
    objects: page.objects.map(({ key, size, etag, uploaded }) => ({
      key,
      size,
      etag,
      uploaded: uploaded.toISOString(),
    })),
    prefixes: page.delimitedPrefixes,
    truncated: page.truncated,
    ...(page.truncated ? { cursor: page.cursor } : {}),
  };
  return Response.json(answer, { headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } });
}

/** @returns null if the limit is not an integer from 1 to {@link MAX_PAGE_OBJECTS} */
function parseLimit(text: string | null): number | null {
  if (text === null) return MAX_PAGE_OBJECTS;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= MAX_PAGE_OBJECTS ? limit : null;
}

/** An empty parameter is an absent one. */
function textOption(name: 'prefix' | 'delimiter' | 'cursor', query: URLSearchParams): R2ListOptions {
  const value = query.get(name);
  return value === null || value === '' ? {} : { [name]: value };
}
