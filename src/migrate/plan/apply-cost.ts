// Estimates the requests of an apply, and how long it waits for the rate limit of the API. Pure.
import type { ApplyCost, PlannedPool } from '../migration-plan.ts';

/** Pools on a page. As the API client asks for them. */
const POOLS_PER_PAGE = 50;
/** Listings of all pools: two to plan, one to prove, one to check. After a question there is one more. */
const LISTINGS = 4;
/** Policies and silences: to plan, to prove, to check. */
const OTHER_READS = 6;
/** To clear a page or a pool: it is read, and cleared. */
const REQUESTS_TO_CLEAR = 2;
/** Requests that the API accepts in one window, and its length. docs/platform.md, "Management API". */
const WINDOW = { requests: 1200, minutes: 5 } as const;

/** Estimates an apply during which no other client changes anything. */
export function applyCost(poolCount: number, pools: readonly PlannedPool[], policies: number): ApplyCost {
  const cleared = pools.filter(({ action }) => action === 'clear').length;
  if (cleared === 0) return { requests: 0, waitMinutes: 0 };
  const pages = Math.ceil(poolCount / POOLS_PER_PAGE);
  const isPaged = cleared === pools.length;
  const requests =
    LISTINGS * requestsToList(poolCount) +
    OTHER_READS +
    policies +
    REQUESTS_TO_CLEAR * (isPaged ? Math.min(pages, cleared) : cleared);
  return { requests, waitMinutes: Math.floor(requests / WINDOW.requests) * WINDOW.minutes };
}

/** A full last page is followed by one more request, and so is the only page. As the API client lists them. */
function requestsToList(poolCount: number): number {
  return Math.max(2, Math.floor(poolCount / POOLS_PER_PAGE) + 1);
}
