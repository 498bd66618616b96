// Lists all pools over all pages, whatever paging the server honours, and counts them. Returns every pool or throws: the alerts of a pool
// that is left out would be lost. docs/platform.md, "Pools".
import { HeadgateError, printCount, printPlural } from '../base/index.ts';
import { apiPools } from './pool-schemas.ts';
import type { ApiPool, Paging, PoolListing, PoolPage } from './pool-types.ts';
import type { ApiFailure } from './request/api-failure.ts';
import type { ApiRequest, Connection } from './request/api-request.ts';
import { requestError } from './request/request-error.ts';
import { isFailure, sendRequest } from './request/send-request.ts';
import { readResult } from './result-schemas.ts';

/** Pools to ask for on a page. The maximum of the API is not documented. Ours. */
const PAGE_SIZE = 50;
/** Pools on a page if a request asks for no number. docs/platform.md, "Pools". */
const DEFAULT_PAGE_SIZE = 25;
/** Parameters to try, in this order, until the server honours them. */
const LAYOUTS: readonly { readonly paging: Paging; readonly size: number }[] = [
  { paging: 'page', size: PAGE_SIZE },
  { paging: 'page', size: DEFAULT_PAGE_SIZE },
  { paging: 'offset', size: PAGE_SIZE },
  { paging: 'offset', size: DEFAULT_PAGE_SIZE },
];
/** Most listings while the numbers do not match, because others may add and delete pools between two pages. Ours. */
const MAX_LISTINGS = 3;
/** Most pages of one listing. Ours. */
const MAX_PAGES = 2000;

/** What a listing in one layout found. */
type Outcome =
  | { readonly state: 'complete'; readonly listing: PoolListing }
  /** The server refuses the parameters. */
  | { readonly state: 'refused'; readonly failure: ApiFailure }
  /** The second page is the first one. `listing`: if it has as many pools as the server states. */
  | { readonly state: 'ignored'; readonly listing: PoolListing | undefined; readonly mismatch: Mismatch }
  | { readonly state: 'mismatch'; readonly mismatch: Mismatch };

/** Numbers that do not match: sentence parts. */
interface Mismatch {
  readonly found: string;
  readonly expected: string;
}

interface ReadPage {
  readonly pools: readonly ApiPool[];
  /** Undefined if the answer does not state it. */
  readonly totalCount: number | undefined;
}

/** What a listing needs. */
interface Reader {
  /** @throws HeadgateError for any failure but a refusal */
  readPage(page: PoolPage): Promise<ReadPage | ApiFailure>;
  readonly onPage: (listed: { pools: number; totalCount: number | undefined }) => void;
}

/**
 * Lists the pools in the order of the API.
 * @param requestFor returns the request for a page
 * @throws HeadgateError `api-unexpected-answer` if the numbers do not match in any of {@link MAX_LISTINGS} listings
 */
export async function listAllPools(
  connection: Connection,
  requestFor: (page: PoolPage) => ApiRequest,
  onPage: Reader['onPage'],
): Promise<PoolListing> {
  let pages = 0;
  const readPage: Reader['readPage'] = async (page) => {
    pages += 1;
    const request = requestFor(page);
    const answer = await sendRequest(connection, request);
    const pools = isFailure(answer) ? answer : readResult(apiPools, answer);
    if (!isFailure(answer) && !isFailure(pools)) return { pools, totalCount: answer.totalCount };
    const failure = pools as ApiFailure;
    const error = requestError(connection, request, failure);
    if (error.code !== 'api-rejected' && error.code !== 'api-missing') throw error;
    // The account is missing, not a page.
    if (error.code === 'api-missing' && page.index === 0) throw error;
    return failure;
  };
  const { action } = requestFor({ ...LAYOUTS[0]!, index: 0 });
  for (let listings = 1; ; listings += 1) {
    const outcome = await listInAnyLayout({ readPage, onPage });
    if (outcome.state === 'complete') return { ...outcome.listing, pages };
    if (outcome.state === 'refused') {
      throw requestError(connection, requestFor({ ...LAYOUTS[0]!, index: 0 }), outcome.failure);
    }
    if (outcome.state === 'mismatch' && listings < MAX_LISTINGS) continue;
    const { found, expected } = outcome.mismatch;
    const advice =
      outcome.state === 'mismatch'
        ? `the numbers did not match in ${MAX_LISTINGS} listings: run the command again when nobody adds or deletes pools`
        : 'report this as a bug of headgate';
    throw new HeadgateError(
      'api-unexpected-answer',
      `cannot ${action}: found ${found}, expected ${expected}; ${advice}`,
      {
        kind: 'unreachable',
      },
    );
  }
}

async function listInAnyLayout(reader: Reader): Promise<Outcome> {
  let refused: Outcome | undefined;
  let ignored: Extract<Outcome, { state: 'ignored' }> | undefined;
  for (const layout of LAYOUTS) {
    if (ignored?.mismatch !== undefined && layout.paging === 'page') continue;
    const outcome = await listInLayout(reader, layout);
    if (outcome.state === 'refused') refused ??= outcome;
    else if (outcome.state === 'ignored') {
      ignored ??= outcome;
      if (layout.paging === 'offset') break;
    } else return outcome;
  }
  if (ignored?.listing !== undefined) return { state: 'complete', listing: ignored.listing };
  return ignored ?? refused!;
}

async function listInLayout({ readPage, onPage }: Reader, layout: (typeof LAYOUTS)[number]): Promise<Outcome> {
  const { paging } = layout;
  let { size } = layout;
  const pools = new Map<string, ApiPool>();
  const listing = (): PoolListing => ({ pools: [...pools.values()], paging, pageSize: size, pages: 0 });
  let total: number | undefined;
  for (let index = 0; index < MAX_PAGES; index += 1) {
    const page = await readPage({ paging, size, index });
    if (isFailure(page)) {
      if (index === 0) return { state: 'refused', failure: page };
      // The server has no page after the last one.
      if (pools.size === total) return { state: 'complete', listing: listing() };
      return mismatch(`${printPlural(pools.size, 'pool')} before page ${index + 1}, which the API refuses`, total);
    }
    const before = pools.size;
    for (const pool of page.pools) pools.set(pool.id, pools.get(pool.id) ?? pool);
    if (total !== undefined && page.totalCount !== undefined && page.totalCount !== total) {
      return {
        state: 'mismatch',
        mismatch: {
          found: `a total_count of ${printCount(total)} on the first page and of ${printCount(page.totalCount)} on page ${index + 1}`,
          expected: 'the same number on every page',
        },
      };
    }
    total ??= page.totalCount;
    onPage({ pools: pools.size, totalCount: total });
    if (total !== undefined && pools.size > total) {
      return mismatch(printPlural(pools.size, 'pool'), total);
    }
    const isCounted = pools.size === total;
    // The count of one full page may be that of the page in place of that of all pools: the next page decides.
    const isDoubtful = index === 0 && (page.pools.length >= size || page.pools.length === DEFAULT_PAGE_SIZE);
    if (isCounted && !isDoubtful) return { state: 'complete', listing: listing() };
    if (page.pools.length === 0) {
      if (isCounted || total === undefined) return { state: 'complete', listing: listing() };
      return mismatch(printPlural(pools.size, 'pool'), total);
    }
    if (pools.size === before) {
      const repeated = mismatch(`no new pool on page ${index + 1} after ${printPlural(pools.size, 'pool')}`, total);
      if (index > 1) return repeated;
      return { ...repeated, state: 'ignored', listing: isCounted ? listing() : undefined };
    }
    // The server honours a smaller or larger size than that of the request.
    if (index === 0) size = page.pools.length;
  }
  return mismatch(`more than ${printCount(MAX_PAGES)} pages`, total);
}

function mismatch(found: string, total: number | undefined): { state: 'mismatch'; mismatch: Mismatch } {
  const expected =
    total === undefined
      ? 'an empty page after the last pool'
      : `${printPlural(total, 'pool')}, the total_count of the API`;
  return { state: 'mismatch', mismatch: { found, expected } };
}
