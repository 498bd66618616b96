// Lists the pools page by page with one kind of parameters, and compares their number with the one that the API states. Decides what is
// proved to be complete; list-pools.ts decides what to try next.
import { printCount, printPlural } from '../../../base/index.ts';
import type { ApiPool, Paging, PoolListing, PoolPage } from '../pool-types.ts';
import type { ApiFailure } from '../request/api-failure.ts';
import { isFailure } from '../request/send-request.ts';

/** Pools on a page if the server ignores the number. docs/platform.md, "Pools". */
export const DEFAULT_PAGE_SIZE = 25;
/** Most pages of one listing. Ours. */
const MAX_PAGES = 1000;

/** Parameters of pages. */
export interface Layout {
  readonly paging: Paging;
  /** Pools to ask for on a page. */
  readonly size: number;
}

/** Called after each page, with the number of pools so far. */
export type OnPoolPage = (listed: { pools: number; totalCount: number | undefined }) => void;

/** One page of the API. */
export interface ReadPage {
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
export type PagesOutcome =
  | { readonly state: 'complete'; readonly listing: ListedPools }
  /** The server refuses the parameters. */
  | { readonly state: 'refused'; readonly failure: ApiFailure }
  /** The second page has the pools of the first one. `counted`: they are as many as the server states. */
  | ({ readonly state: 'ignored'; readonly counted: ListedPools | undefined } & Mismatch)
  /** Another listing may succeed. */
  | ({ readonly state: 'mismatch' } & Mismatch)
  | ({ readonly state: 'endless' } & Mismatch);

/**
 * Lists the pools. Complete is a listing with as many different pools as the server states, or, if it states no number, one that ends with
 * an empty page. A full last page proves nothing, whatever the server states: the next page must confirm that it is the last one. Any first
 * page may be full, because the server may limit its size.
 * @param readPage returns the failure if the server refuses the page
 */
export async function listPoolPages(
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
      if (index === 0) return { state: 'refused', failure: page };
      // There is no page after the last one.
      if (pools.size === total) return { state: 'complete', listing: listing() };
      return mismatch(`${printPlural(pools.size, 'pool')} before ${at}, which the API refuses`);
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
