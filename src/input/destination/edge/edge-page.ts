// The JSON of a listing by the edge script → a page of a listing.
import { z } from 'zod';
import type { BucketPage } from '../bucket/bucket-transport.ts';
import { listedObject } from '../bucket/bucket-tree.ts';

/** Bytes of a key. docs/edge.md, "Requests". */
const LONGEST_KEY = 1024;
/** Objects, and prefixes, of a page. docs/edge.md, "Requests". */
const MOST_ENTRIES = 1000;
/** An entity tag of R2 has up to 40 characters. */
const LONGEST_ETAG = 256;
/** A cursor of R2 contains a key. Characters. */
const LONGEST_CURSOR = 16 * 1024;

const KEY = z.string().refine((key) => Buffer.byteLength(key) <= LONGEST_KEY);

/** Limited, because a listing holds what its pages contain. */
const PAGE = z.object({
  objects: z
    .array(z.object({ key: KEY, size: z.int().nonnegative(), etag: z.string().max(LONGEST_ETAG) }))
    .max(MOST_ENTRIES),
  prefixes: z.array(KEY).max(MOST_ENTRIES),
  truncated: z.boolean(),
  cursor: z.string().max(LONGEST_CURSOR).optional(),
});

/**
 * Parses a page.
 * @param prefix keys without it are dropped: they belong to another request
 * @returns the path of the first value that is missing, too long or of another type, if the text is not a page
 */
export function parseEdgePage(text: string, prefix: string): { page: BucketPage } | { path: string } {
  const value = parseJson(text);
  if (value === undefined) return { path: '' };
  const parsed = PAGE.safeParse(value);
  if (!parsed.success) return { path: printPath(parsed.error.issues[0]?.path ?? []) };
  const { objects, prefixes, truncated, cursor } = parsed.data;
  return {
    page: {
      objects: objects
        .filter(({ key }) => key.startsWith(prefix))
        .map(({ key, size, etag }) => listedObject(key, size, etag)),
      folders: prefixes.filter((folder) => folder.startsWith(prefix) && folder !== prefix),
      isTruncated: truncated,
      token: cursor,
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function printPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .slice(1);
}
