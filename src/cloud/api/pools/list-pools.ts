// Lists all pools over all pages, whatever paging the server honours. Returns every pool or throws: the alerts of a pool that is left out
// would be lost. list-pool-pages.ts reads and counts the pages.
import { HeadgateError } from '../../../base/index.ts';
import type { Paging, PoolListing, PoolPage } from '../pool-types.ts';
import type { ApiRequest, Connection } from '../request/api-request.ts';
import { requestError } from '../request/request-error.ts';
import { isFailure, sendRequest } from '../request/send-request.ts';
import { readResult } from '../result-schemas.ts';
import {
  DEFAULT_PAGE_SIZE,
  type Layout,
  listPoolPages,
  type OnPoolPage,
  type PagesOutcome,
} from './list-pool-pages.ts';
import { apiPools } from './pool-schemas.ts';

/** Pools to ask for on a page. The maximum of the API is not documented. Ours. */
const PAGE_SIZE = 50;
/** Parameters to try, in this order, until the server honours them. A server that refuses a size does not refuse its own default. */
const LAYOUTS: readonly Layout[] = [
  { paging: 'page', size: PAGE_SIZE },
  { paging: 'page', size: DEFAULT_PAGE_SIZE },
  { paging: 'offset', size: PAGE_SIZE },
  { paging: 'offset', size: DEFAULT_PAGE_SIZE },
];
/** Most listings while the numbers do not match, because others may add and delete pools between two pages. Ours. */
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
    const answer = await sendRequest(connection, request);
    if (!isFailure(answer)) {
      const pools = readResult(apiPools, answer);
      if (isFailure(pools)) throw requestError(connection, request, pools);
      return { pools, totalCount: answer.totalCount };
    }
    const error = requestError(connection, request, answer);
    // Of the first page, 404 means that the account is missing.
    const mayBeRefused = error.code === 'api-rejected' || (error.code === 'api-missing' && page.index > 0);
    if (mayBeRefused && answer.isEnvelope) return answer;
    throw error;
  };
  const firstRequest = requestFor({ ...LAYOUTS[0]!, index: 0 });
  for (let listings = 1; ; listings += 1) {
    const outcome = await listInAnyLayout((layout) => listPoolPages(layout, readPage, onPage));
    if (outcome.state === 'complete') return { ...outcome.listing, pages };
    if (outcome.state === 'refused') throw requestError(connection, firstRequest, outcome.failure);
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
  let refused: PagesOutcome | undefined;
  let ignored: IgnoredPaging | undefined;
  const isIgnored = new Set<Paging>();
  for (const layout of LAYOUTS) {
    if (isIgnored.has(layout.paging)) continue;
    const outcome = await list(layout);
    if (outcome.state === 'refused') {
      refused ??= outcome;
    } else if (outcome.state === 'ignored') {
      // Parameters that are ignored have pages of the default size.
      if (ignored === undefined || countIn(outcome) > countIn(ignored)) ignored = outcome;
      isIgnored.add(layout.paging);
    } else {
      return outcome;
    }
  }
  if (ignored?.counted === undefined) return ignored ?? refused!;
  // A server that refuses every number of pools on a page has pages.
  if (refused !== undefined && LAYOUTS.some(({ paging }) => !isIgnored.has(paging))) return refused;
  return { state: 'complete', listing: ignored.counted };
}
