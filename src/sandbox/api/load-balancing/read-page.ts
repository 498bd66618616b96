// Which pools a call selects: `per_page` and `page`, or `limit` and `offset`. The list and the edit of many pools read them in one way.
import type { Context } from 'hono';
import type { PoolSelection } from '../../state/alerting/pool-store.ts';
import type { ResultInfo } from '../envelope.ts';
import { invalidQuery, readCount } from '../request/read-query.ts';

/** Pools on one page without a parameter. docs/platform.md, "Pools". */
const PER_PAGE = 25;
/** Largest page. The platform's is not public; ours. */
export const MAX_PER_PAGE = 1000;
/** Bounds of numbers that have no limit of their own. Ours. */
const MAX_PAGE = 100_000;
const MAX_OFFSET = 100_000_000;

/** @throws ApiError 400 for a parameter out of range, and for parameters of both ways */
export function readPage(c: Context): PoolSelection {
  const monitor = c.req.query('monitor');
  const byOffset = ['limit', 'offset'].find((name) => c.req.query(name) !== undefined);
  const byPage = ['per_page', 'page'].find((name) => c.req.query(name) !== undefined);
  if (byOffset !== undefined && byPage !== undefined) {
    throw invalidQuery(byOffset, `no ${byOffset} beside ${byPage}: per_page and page, or limit and offset`);
  }
  if (byOffset !== undefined) {
    const limit = readCount(c, 'limit', PER_PAGE, MAX_PER_PAGE);
    return { monitor, limit, offset: readCount(c, 'offset', 0, MAX_OFFSET, 0) };
  }
  const limit = readCount(c, 'per_page', PER_PAGE, MAX_PER_PAGE);
  return { monitor, limit, offset: (readCount(c, 'page', 1, MAX_PAGE) - 1) * limit };
}

/** Composes `result_info`. @param count pools on the page @param total pools that the call could select */
export function pageInfo({ limit, offset }: PoolSelection, count: number, total: number): ResultInfo {
  return {
    page: Math.floor(offset / limit) + 1,
    per_page: limit,
    count,
    total_count: total,
    total_pages: Math.ceil(total / limit),
  };
}
