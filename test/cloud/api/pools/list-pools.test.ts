// All pools over all pages, for every kind of paging: exactly all pools, or an error that names the numbers.
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { connectApi } from '../../../../src/cloud/api/index.ts';
import { FAST } from '../../../helpers/api/fault-proxy.ts';
import { coveredCases, randomRuns } from '../../../helpers/random-runs.ts';

// The list of pools of an API with any kind of paging, as a function from the query to the answer.
/** How the API splits the list. */
interface PagingRules {
  /** Parameters that it honours. */
  honours: 'page' | 'offset' | 'both' | 'none';
  /** Most pools on a page. */
  maxSize: number;
  /** What it does if asked for more than `maxSize`. `ignore`: it always returns `maxSize`. */
  aboveMax: 'cap' | 'default' | 'reject' | 'ignore';
  /** `total_count`. `page`: the number of pools on the page. A number: counts no further. */
  total: 'right' | 'missing' | 'page' | 'too-low' | 'too-high' | number;
  /** A page after the last one. */
  afterLast: 'empty' | 'reject' | 'last-page';
  /** The page that is a copy of the one before; from 0. @default none */
  repeated?: number | undefined;
}

/** An API that honours everything. */
const PLAIN_PAGING: PagingRules = {
  ...{ honours: 'both', maxSize: 50, aboveMax: 'cap', total: 'right', afterLast: 'empty' },
};
/** Pools on a page without a number. */
const DEFAULT_SIZE = 25;

/** Returns a page of pools, or undefined for HTTP 400. */
function answerPoolPage<Pool>(rules: PagingRules, pools: readonly Pool[], query: URLSearchParams) {
  const size = sizeOf(rules, query);
  if (size === undefined) return undefined;
  const asked = indexOf(rules, query, size);
  const pageCount = Math.max(1, Math.ceil(pools.length / size));
  if (asked >= pageCount && rules.afterLast === 'reject') return undefined;
  const last = rules.afterLast === 'last-page' ? Math.min(asked, pageCount - 1) : asked;
  const index = last > 0 && last === rules.repeated ? last - 1 : last;
  const page = pools.slice(index * size, (index + 1) * size);
  const totals: Record<string, number> = {
    right: pools.length,
    page: page.length,
    'too-low': pools.length - 1,
    'too-high': pools.length + 1,
  };
  const total = typeof rules.total === 'number' ? Math.min(rules.total, pools.length) : totals[rules.total];
  const info = rules.total === 'missing' ? {} : { total_count: total };
  return { success: true, errors: [], messages: [], result: page, result_info: { page: index + 1, ...info } };
}

function sizeOf({ honours, maxSize, aboveMax }: PagingRules, query: URLSearchParams): number | undefined {
  const isPage = honours === 'page' || honours === 'both';
  const isOffset = honours === 'offset' || honours === 'both';
  const text = (isPage ? query.get('per_page') : null) ?? (isOffset ? query.get('limit') : null);
  const asked = Number(text ?? DEFAULT_SIZE);
  if (aboveMax === 'ignore') return maxSize;
  if (asked <= maxSize) return asked;
  if (text === null || aboveMax === 'cap') return maxSize;
  return aboveMax === 'reject' ? undefined : Math.min(DEFAULT_SIZE, maxSize);
}

function indexOf({ honours }: PagingRules, query: URLSearchParams, size: number): number {
  if (honours !== 'offset' && honours !== 'none' && query.has('page')) return Number(query.get('page')) - 1;
  return honours === 'offset' || honours === 'both' ? Number(query.get('offset') ?? 0) / size : 0;
}

const ACCOUNT = '023e105f4ecef8ad9ca31a8372d0c353';
const BASE = 'https://api.example/client/v4';
const CANNOT = `cannot list the pools of the account ${ACCOUNT}: `;

interface TestPool {
  id: string;
  name: string;
}

const poolsOf = (count: number): TestPool[] =>
  Array.from({ length: count }, (_, index) => ({ id: `id-${index}`, name: `pool-${String(index).padStart(5, '0')}` }));

afterEach(() => vi.unstubAllGlobals());

/** Lists the pools of an API in this process. @param poolsAt the pools at the n-th request, from 1 */
async function list(rules: PagingRules, poolsAt: (request: number) => readonly TestPool[]) {
  const queries: string[] = [];
  const steps: string[] = [];
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const { pathname, searchParams } = new URL(url);
    expect(pathname).toBe(`/client/v4/accounts/${ACCOUNT}/load_balancers/pools`);
    queries.push(searchParams.toString());
    const answer = answerPoolPage(rules, poolsAt(queries.length), searchParams);
    const rejected = { success: false, errors: [{ code: 1001, message: 'page validation failed' }], result: null };
    return Response.json(answer ?? rejected, { status: answer === undefined ? 400 : 200 });
  });
  const api = await connectApi({ baseURL: BASE, credentials: { token: 'token' }, ...FAST });
  const listed = api.listPools(ACCOUNT, ({ pools, totalCount }) => steps.push(`${pools}/${totalCount}`));
  const [listing, error] = await listed.then(
    (result) => [result, undefined] as const,
    (one: Error & { code: string }) => [undefined, one] as const,
  );
  return { listing, error, queries, steps, api };
}

it.each<[string, Partial<PagingRules>, count: number, paging: string, pages: number]>([
  ['an API that honours everything', {}, 137, 'page 50', 3],
  ['no pools', {}, 0, 'page 50', 1],
  ['one page, which the next one confirms', {}, 49, 'page 50', 2],
  ['a full page, which the next one confirms', {}, 50, 'page 50', 2],
  ['the default number on a page, which the next one confirms', {}, 25, 'page 50', 2],
  ['full pages, and an empty one', {}, 100, 'page 50', 3],
  ['pages without a total end with an empty one', { total: 'missing' }, 100, 'page 50', 3],
  ['a short page without a total may not be the last one', { total: 'missing', maxSize: 30 }, 60, 'page 30', 3],
  ['only limit and offset', { honours: 'offset' }, 137, 'offset 50', 5],
  ['only limit and offset, without a total', { honours: 'offset', total: 'missing' }, 137, 'offset 50', 6],
  ['only limit and offset, with a smaller page', { honours: 'offset', maxSize: 40 }, 137, 'offset 40', 6],
  ['only page and per_page', { honours: 'page' }, 137, 'page 50', 3],
  ['a smaller page', { maxSize: 20 }, 137, 'page 20', 7],
  ['the default in place of a large page', { maxSize: 40, aboveMax: 'default' }, 137, 'page 25', 6],
  ['a fixed size', { maxSize: 10, aboveMax: 'ignore' }, 137, 'page 10', 14],
  ['a fixed larger size', { maxSize: 100, aboveMax: 'ignore' }, 137, 'page 100', 2],
  ['a large page rejected', { maxSize: 40, aboveMax: 'reject' }, 137, 'page 25', 7],
  ['no paging, and all pools', { honours: 'none', maxSize: 1000, aboveMax: 'ignore' }, 137, 'page 137', 4],
  ['no page after the last one', { afterLast: 'reject' }, 50, 'page 50', 2],
  ['the last page again', { afterLast: 'last-page' }, 50, 'page 50', 4],
  ['only limit and offset, and the last page again', { honours: 'offset', afterLast: 'last-page' }, 26, 'offset 50', 4],
  ['the last page of several again', { afterLast: 'last-page' }, 100, 'page 50', 3],
  ['no page after several', { afterLast: 'reject' }, 100, 'page 50', 3],
  ['the total is that of the page', { total: 'page' }, 49, 'page 50', 2],
  ['5,000 pools', {}, 5000, 'page 50', 101],
])('%s', async (_, rules, count, paging, pages) => {
  const all = poolsOf(count);
  const { listing, error, queries, api } = await list({ ...PLAIN_PAGING, ...rules }, () => all);
  expect(error).toBeUndefined();
  expect(listing!.pools).toEqual(all);
  expect([`${listing!.paging} ${listing!.pageSize}`, listing!.pages, queries.length]).toEqual([paging, pages, pages]);
  expect(api.requestCount()).toBe(pages);
});

it('asks for pages, and reports each', async () => {
  const { queries, steps } = await list(PLAIN_PAGING, () => poolsOf(137));
  expect(queries).toEqual(['page=1&per_page=50', 'page=2&per_page=50', 'page=3&per_page=50']);
  expect(steps).toEqual(['50/137', '100/137', '137/137']);
  const other = await list({ ...PLAIN_PAGING, honours: 'offset', total: 'missing' }, () => poolsOf(60));
  expect(other.queries.slice(2)).toEqual(['limit=50&offset=0', 'limit=50&offset=50', 'limit=50&offset=100']);
});

it.each<[string, Partial<PagingRules>, count: number, message: string]>([
  [
    'no paging',
    { honours: 'none', maxSize: 25, aboveMax: 'ignore' },
    137,
    'found no new pool on page 2 after 25 pools, expected 137 pools, the total_count of the API; report this as a bug of headgate',
  ],
  [
    'no paging and no total: the first page may be all pools or not',
    { honours: 'none', total: 'missing' },
    12,
    'found no new pool on page 2 after 12 pools, expected an empty page after the last pool, because the API states no total_count; report this as a bug of headgate',
  ],
  [
    'a page that repeats',
    { repeated: 2 },
    180,
    'found no new pool on page 3 after 100 pools, expected 180 pools, the total_count of the API; the numbers did not match in 3 listings; run the command again when no other client adds or deletes pools',
  ],
  ['a total that is too high', { total: 'too-high' }, 137, 'found 137 pools, expected 138 pools, the total_count of'],
  ['a total that is too low', { total: 'too-low' }, 137, 'found 137 pools, expected 136 pools, the total_count of'],
  [
    'the total is that of the page, and there are more',
    { total: 'page', maxSize: 25 },
    137,
    'found 50 pools, expected 25 pools, the total_count of',
  ],
  [
    'the same with a page that is neither the default nor the one asked for',
    { total: 'page', maxSize: 30 },
    137,
    'found 60 pools, expected 30 pools, the total_count of',
  ],
  [
    'a total that is capped at a full page',
    { total: 100 },
    137,
    'found 137 pools, expected 100 pools, the total_count of',
  ],
  [
    'too high, and no page after the last one',
    { total: 'too-high', afterLast: 'reject' },
    100,
    'found 100 pools before page 3, which the API rejects, expected 101 pools',
  ],
  ['endless pages', { maxSize: 1, aboveMax: 'ignore' }, 1200, 'found 1,000 pools on 1,000 pages, expected 1,200 pools'],
])('fails: %s', async (_, rules, count, message) => {
  const { error, listing } = await list({ ...PLAIN_PAGING, ...rules }, () => poolsOf(count));
  expect(listing).toBeUndefined();
  expect(error).toMatchObject({ code: 'api-unexpected-answer', kind: 'unreachable' });
  expect(error!.message.slice(0, CANNOT.length)).toBe(CANNOT);
  expect(error!.message.slice(CANNOT.length)).toContain(message);
});

it('fails: every size rejected', async () => {
  const { error, queries } = await list({ ...PLAIN_PAGING, maxSize: 1, aboveMax: 'reject' }, () => poolsOf(3));
  expect(error).toMatchObject({ code: 'api-rejected', message: expect.stringContaining('page validation failed') });
  expect(queries.length).toBe(4);
});

it.each([
  ['a pool deleted', 1, (all: TestPool[]) => all.slice(1), 2 + 3],
  ['a pool added', 2, (all: TestPool[]) => [{ id: 'new', name: 'a' }, ...all], 3 + 3],
  ['so many deleted that a page is gone', 2, (all: TestPool[]) => all.slice(50), 3 + 2],
])('%s between two pages: lists anew', async (_, after, change, requests) => {
  const all = poolsOf(137);
  const { listing, queries } = await list(PLAIN_PAGING, (request) => (request <= after ? all : change(all)));
  expect(listing!.pools).toEqual(change(all));
  expect(queries.length).toBe(requests);
});

it('one pool deleted and one added between two pages: only a second listing shows it', async () => {
  const all = poolsOf(137);
  const changed = [...all.slice(1), { id: 'new', name: 'z' }];
  const { listing, api } = await list(PLAIN_PAGING, (request) => (request <= 1 ? all : changed));
  expect(listing!.pools.length).toBe(137);
  const second = await api.listPools(ACCOUNT);
  expect(second.pools).toEqual(changed);
  expect(second.pools).not.toEqual(listing!.pools);
});

it('fails: pools added at every request', async () => {
  const { error } = await list(PLAIN_PAGING, (request) => poolsOf(100 + request));
  expect(error).toMatchObject({
    code: 'api-unexpected-answer',
    message: expect.stringMatching(
      /found a total_count of 105 on 1 page and of 106 on page 2, expected the same number on every page; the numbers did not match in 3 listings/,
    ),
  });
});

it('returns exactly all pools or fails, and never a part of them', async () => {
  const rules = fc.record<PagingRules>({
    honours: fc.constantFrom('page', 'offset', 'both', 'none'),
    maxSize: fc.constantFrom(10, 25, 30, 50, 100),
    aboveMax: fc.constantFrom('cap', 'default', 'reject', 'ignore'),
    total: fc.constantFrom<PagingRules['total']>('right', 'missing', 'page', 'too-low', 'too-high', 30, 50, 100),
    afterLast: fc.constantFrom('empty', 'reject', 'last-page'),
    repeated: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  });
  let complete = 0;
  await fc.assert(
    fc.asyncProperty(rules, fc.integer({ min: 0, max: 130 }), async (one, count) => {
      // Of an API that repeats a page, the number that it states is the only proof.
      const isProved = ['right', 'missing', 'too-high'].includes(String(one.total));
      fc.pre(isProved || (one.honours !== 'none' && one.repeated === undefined));
      const all = poolsOf(count);
      const { listing, error, queries } = await list(one, () => all);
      if (listing !== undefined) complete += 1;
      if (listing !== undefined) expect(listing.pools).toEqual(all);
      else expect(['api-unexpected-answer', 'api-rejected']).toContain(error!.code);
      if (one.total === 'right' && one.repeated === undefined && one.maxSize >= 25 && one.honours !== 'none') {
        expect(error).toBeUndefined();
      }
      expect(queries.length).toBeLessThan(60);
    }),
    { numRuns: randomRuns(200) },
  );
  expect(complete).toBeGreaterThan(coveredCases(15));
});
