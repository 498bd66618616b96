// Limits the requests of the user, as the platform does: too many in a window block every call for the length of one.
// Counts in real time, whatever the speed of the service clock. docs/platform.md, "Management API".
import { ApiError, CODES, messageAt } from './request/api-error.ts';

/** Length of a window, and of the block after too many requests. Seconds. */
const RATE_WINDOW_SECONDS = 300;

/** Counts requests. */
interface RateLimit {
  /**
   * Counts one request.
   * @returns the headers of its answer
   * @throws ApiError 429 with the same headers and `retry-after`
   */
  count(): Readonly<Record<string, string>>;
}

/**
 * Creates a limit.
 * @param requests most requests in a window
 * @param now monotonic; milliseconds
 */
export function createRateLimit(requests: number, now: () => number): RateLimit {
  const windowMs = RATE_WINDOW_SECONDS * 1000;
  let end = -Infinity;
  let used = 0;
  let isBlocked = false;
  return {
    count: () => {
      const at = now();
      if (at >= end) {
        end = at + windowMs;
        used = 0;
        isBlocked = false;
      }
      used += 1;
      if (used > requests && !isBlocked) {
        isBlocked = true;
        end = at + windowMs;
      }
      const left = Math.ceil((end - at) / 1000);
      const headers = {
        Ratelimit: `"default";r=${Math.max(0, requests - used)};t=${left}`,
        'Ratelimit-Policy': `"default";q=${requests};w=${RATE_WINDOW_SECONDS}`,
      };
      if (!isBlocked) return headers;
      const message = 'Rate limited. Please wait and consider throttling your request speed';
      throw new ApiError(429, [messageAt(CODES.rateLimited, message)], { ...headers, 'retry-after': String(left) });
    },
  };
}
