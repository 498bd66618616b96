// The list of buckets by name, one page at a time. A cursor names the last bucket of a page, so that changes between two pages neither
// repeat nor skip one.
import type { Context } from 'hono';
import { answer } from '../envelope.ts';
import { invalidQuery, readCount } from '../request/read-query.ts';

/** Buckets on one page: by default, and at most. docs/platform.md, "Management API". */
const PER_PAGE = 20;
const MAX_PER_PAGE = 1000;

/** Answers with one page. @param all in any order */
export function listBuckets<Bucket extends { name: string }>(c: Context, all: readonly Bucket[]): Response {
  const perPage = readCount(c, 'per_page', PER_PAGE, MAX_PER_PAGE);
  const isDescending = readChoice(c, 'direction', ['asc', 'desc']) === 'desc';
  readChoice(c, 'order', ['name']);
  const part = c.req.query('name_contains') ?? '';
  const after = nameFrom(c.req.query('cursor')) ?? c.req.query('start_after');
  const sign = isDescending ? -1 : 1;
  const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -sign : sign);
  const found = all
    .filter(({ name }) => name.includes(part) && (after === undefined || compare(name, after) > 0))
    .sort((a, b) => compare(a.name, b.name));
  const buckets = found.slice(0, perPage);
  const cursor = found.length > perPage ? Buffer.from(buckets.at(-1)!.name).toString('base64url') : undefined;
  return answer(c, { buckets }, { per_page: perPage, ...(cursor !== undefined && { cursor }) });
}

function nameFrom(cursor: string | undefined): string | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  const name = Buffer.from(cursor, 'base64url').toString();
  if (!/^[a-z0-9-]+$/.test(name)) throw invalidQuery('cursor', 'the cursor of the page before');
  return name;
}

function readChoice(c: Context, name: string, choices: readonly string[]): string | undefined {
  const text = c.req.query(name);
  if (text === undefined || choices.includes(text)) return text;
  throw invalidQuery(name, choices.join(' or '));
}
