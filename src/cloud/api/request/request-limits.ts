// The limits of requests and of their repetition.

/** Longest time for a request with its whole answer. The default of the SDK. Milliseconds. */
export const REQUEST_TIMEOUT_MS = 60_000;
/** Wait before the second request; doubles with each further one. The default of the SDK. Milliseconds. */
export const RETRY_DELAY_MS = 500;
/** Longest wait of the rate limit by default. The API blocks a user for longer: too long without a word. Milliseconds. */
export const MAX_RETRY_AFTER_MS = 60_000;
/** Longest time for which the API blocks a user after too many requests. docs/platform.md, "Management API". Milliseconds. */
export const MAX_BLOCK_MS = 300_000;
/** How often a list is read after a creation, until it contains the new item: it may lag behind. Chosen by headgate. */
export const LOOK_UPS = 3;
/** Most times that one request is sent. */
export const MAX_TRIES = 4;
/** Pools to ask for on a page. The maximum of the API is not documented. Chosen by headgate. */
export const POOLS_PER_PAGE = 50;
