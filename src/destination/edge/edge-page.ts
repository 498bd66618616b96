// The JSON of a listing by the edge script → a page of a listing.
import { z } from 'zod';
import type { BucketPage } from '../bucket/bucket-transport.ts';
import { listedObject } from '../bucket/bucket-tree.ts';

const PAGE = z.object({
  objects: z.array(z.object({ key: z.string(), size: z.int().nonnegative(), etag: z.string() })),
  prefixes: z.array(z.string()),
  truncated: z.boolean(),
  cursor: z.string().optional(),
});

/**
 * Parses a page.
 * @param prefix keys without it are dropped: they belong to another request
 * @returns the path of the first value that is missing or of another type, if the text is not a page
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
