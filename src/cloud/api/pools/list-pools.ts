// Lists all pools over all pages, whatever paging the server honours. Returns every pool or throws: the alerts of a pool that is left out
// would be lost. Compares the number of pools with the one that the API states, and tries the next parameters if it proves nothing.
import { z } from 'zod';
import { HeadgateError, printCount, printPlural } from '../../../base/index.ts';
import type { ApiPool, Paging, PoolListing, PoolPage } from '../alerting-types.ts';
import type { ApiFailure } from '../request/api-failure.ts';
import type { ApiRequest, Connection } from '../request/api-request.ts';
import { POOLS_PER_PAGE } from '../request/request-limits.ts';
import { tryRequest } from '../request/request-result.ts';
import { isFailure, requestError } from '../request/send-request.ts';
import { withoutNull } from '../result-schemas.ts';

/**
 * One pool. Null means "not set", as a missing key does. `notification_email` and `notification_filter` pass unchecked: another shape
 * concerns only this pool. A pool whose name is not text has its id as name.
 */
export const apiPool = z
  .looseObject({ id: z.string('text').min(1, 'text that is not empty') }, 'an object')
  .transform((pool): ApiPool => {
    const { id, name } = pool;
    return { ...withoutNull(pool), id, name: typeof name === 'string' ? name : id };
  });

/** Pools of a page. Null: none. */
export const apiPools = z
  .array(apiPool, 'an array')
  .nullable()
  .transform((pools) => pools ?? []);

/** Pools on a page if the server ignores the number. docs/platform.md, "Pools". */
const DEFAULT_PAGE_SIZE = 25;

/** Most pages of one listing. Chosen by headgate. */
const MAX_PAGES = 1000;

/** Parameters of pages. */
interface Layout {
  readonly paging: Paging;
  /** Pools to ask for on a page. */
  readonly size: number;
}

/** Called after each page, with the number of pools so far. */
type OnPoolPage = (listed: { pools: number; totalCount: number | undefined }) => void;

/** One page of the API. */
interface ReadPage {
  readonly pools: readonly ApiPool[];
  /** Number of all pools; undefined if the answer does not state it. */
  readonly totalCount: number | undefined;
}

/** Numbers that do not match: sentence parts. */
interface Mismatch {
  readonly found: string;
  readonly expected: string;
}

/** A listing without the number of its requests, which list-pools.ts counts. */
type ListedPools = Omit<PoolListing, 'pages'>;

/** What a listing found. */
type PagesOutcome =
  | { readonly state: 'complete'; readonly listing: ListedPools }
  /** The server rejects the parameters. */
  | { readonly state: 'rejected'; readonly failure: ApiFailure }
  /** The second page has the pools of the first one. `counted`: they are as many as the server states. */
  | ({ readonly state: 'ignored'; readonly counted: ListedPools | undefined } & Mismatch)
  /** Another listing may succeed. */
  | ({ readonly state: 'mismatch' } & Mismatch)
  | ({ readonly state: 'endless' } & Mismatch);

/**
 * Lists the pools. Complete is a listing with as many different pools as the server states, or, if it states no number, one that ends with
 * an empty page. A full last page proves nothing, whatever the server states: the next page must confirm that it is the last one. Any first
 * page may be full, because the server may limit its size.
 * @param readPage returns the failure if the server rejects the page
 */
async function listPoolPages(
  { paging, size: sizeToAsk }: Layout,
  readPage: (page: PoolPage) => Promise<ReadPage | ApiFailure>,
  onPage: OnPoolPage,
): Promise<PagesOutcome> {
  const pools = new Map<string, ApiPool>();
  let size = sizeToAsk;
  let total: number | undefined;
  const listing = (): ListedPools => ({
    pools: [...pools.values()],
    paging,
    pageSize: pools.size > size ? size : Math.max(size, sizeToAsk),
  });
  const mismatch = (found: string) => ({ state: 'mismatch', found, expected: describeEnd(total) }) as const;
  for (let index = 0; index < MAX_PAGES; index += 1) {
    const page = await readPage({ paging, size, index });
    const at = `page ${index + 1}`;
    if (isFailure(page)) {
      if (index === 0) return { state: 'rejected', failure: page };
      // There is no page after the last one.
      if (pools.size === total) return { state: 'complete', listing: listing() };
      return mismatch(`${printPlural(pools.size, 'pool')} before ${at}, which the API rejects`);
    }
    // The total of an empty page may be its own number.
    if (page.pools.length === 0 && pools.size > 0 && pools.size === total) {
      onPage({ pools: pools.size, totalCount: total });
      return { state: 'complete', listing: listing() };
    }
    const { totalCount = total } = page;
    if (total !== undefined && totalCount !== total) {
      const found = `a total_count of ${printCount(total)} on ${printPlural(index, 'page')} and of ${printCount(totalCount!)} on ${at}`;
      return { state: 'mismatch', found, expected: 'the same number on every page' };
    }
    total = totalCount;
    const before = pools.size;
    for (const pool of page.pools) if (!pools.has(pool.id)) pools.set(pool.id, pool);
    onPage({ pools: pools.size, totalCount: total });
    const isCounted = pools.size === total;
    const hasNew = pools.size > before;
    if (page.pools.length === 0) {
      if (isCounted || total === undefined) return { state: 'complete', listing: listing() };
      return mismatch(printPlural(pools.size, 'pool'));
    }
    if (total !== undefined && pools.size > total) return mismatch(printPlural(pools.size, 'pool'));
    if (!hasNew) {
      if (isCounted && index > 1) return { state: 'complete', listing: listing() };
      const repeated = mismatch(`no new pool on ${at} after ${printPlural(pools.size, 'pool')}`);
      return index > 1 ? repeated : { ...repeated, state: 'ignored', counted: isCounted ? listing() : undefined };
    }
    if (isCounted && index > 0 && page.pools.length < size) return { state: 'complete', listing: listing() };
    // The server may honour another size than that of the request.
    if (index === 0) size = page.pools.length;
  }
  return { ...mismatch(`${printPlural(pools.size, 'pool')} on ${printPlural(MAX_PAGES, 'page')}`), state: 'endless' };
}

function describeEnd(total: number | undefined): string {
  if (total === undefined) return 'an empty page after the last pool, because the API states no total_count';
  return `${printPlural(total, 'pool')}, the total_count of the API`;
}

/** Parameters to try, in this order, until the server honours them. A server that rejects a size does not reject its own default. */
const LAYOUTS: readonly Layout[] = [
  { paging: 'page', size: POOLS_PER_PAGE },
  { paging: 'page', size: DEFAULT_PAGE_SIZE },
  { paging: 'offset', size: POOLS_PER_PAGE },
  { paging: 'offset', size: DEFAULT_PAGE_SIZE },
];

/** Most listings while the numbers do not match, because others may add and delete pools between two pages. Chosen by headgate. */
const MAX_LISTINGS = 3;

/**
 * Lists the pools, in the order of the API.
 * @param requestFor returns the request for a page
 * @throws HeadgateError `api-unexpected-answer` if the numbers do not match in any of {@link MAX_LISTINGS} listings
 */
export async function listAllPools(
  connection: Connection,
  requestFor: (page: PoolPage) => ApiRequest,
  onPage: OnPoolPage,
): Promise<PoolListing> {
  let pages = 0;
  const readPage = async (page: PoolPage) => {
    pages += 1;
    const request = requestFor(page);
    const answer = await tryRequest(connection, request, apiPools);
    if (!isFailure(answer)) return { pools: answer.result, totalCount: answer.totalCount };
    const error = requestError(connection, request, answer);
    // Of the first page, 404 means that the account is missing.
    const mayBeRejected = error.code === 'api-rejected' || (error.code === 'api-missing' && page.index > 0);
    if (mayBeRejected && answer.isEnvelope) return answer;
    throw error;
  };
  const firstRequest = requestFor({ ...LAYOUTS[0]!, index: 0 });
  for (let listings = 1; ; listings += 1) {
    const outcome = await listInAnyLayout((layout) => listPoolPages(layout, readPage, onPage));
    if (outcome.state === 'complete') return { ...outcome.listing, pages };
    if (outcome.state === 'rejected') throw requestError(connection, firstRequest, outcome.failure);
    const mayChange = outcome.state === 'mismatch';
    if (mayChange && listings < MAX_LISTINGS) continue;
    const advice = mayChange
      ? `the numbers did not match in ${MAX_LISTINGS} listings; run the command again when no other client adds or deletes pools`
      : 'report this as a bug of headgate';
    const { found, expected } = outcome;
    throw new HeadgateError(
      'api-unexpected-answer',
      `cannot ${firstRequest.action}: found ${found}, expected ${expected}; ${advice}`,
    );
  }
}

type IgnoredPaging = Extract<PagesOutcome, { state: 'ignored' }>;

function countIn({ counted }: IgnoredPaging): number {
  return counted?.pools.length ?? 0;
}

async function listInAnyLayout(list: (layout: Layout) => Promise<PagesOutcome>): Promise<PagesOutcome> {
  let rejected: PagesOutcome | undefined;
  let ignored: IgnoredPaging | undefined;
  const isIgnored = new Set<Paging>();
  for (const layout of LAYOUTS) {
    if (isIgnored.has(layout.paging)) continue;
    const outcome = await list(layout);
    if (outcome.state === 'rejected') {
      rejected ??= outcome;
    } else if (outcome.state === 'ignored') {
      // Parameters that are ignored have pages of the default size.
      if (ignored === undefined || countIn(outcome) > countIn(ignored)) ignored = outcome;
      isIgnored.add(layout.paging);
    } else {
      return outcome;
    }
  }
  if (ignored?.counted === undefined) return ignored ?? rejected!;
  // A server that rejects every number of pools on a page has pages.
  if (rejected !== undefined && LAYOUTS.some(({ paging }) => !isIgnored.has(paging))) return rejected;
  return { state: 'complete', listing: ignored.counted };
}
