// The limits of requests and of their repetition.

/** Longest time for a request with its whole answer. The default of the SDK. Milliseconds. */
export const REQUEST_TIMEOUT_MS = 60_000;
/** Wait before the second request; doubles with each further one. The default of the SDK. Milliseconds. */
export const RETRY_DELAY_MS = 500;
/** Longest `retry-after` that is waited for. The API blocks a user for up to five minutes: too long without a word. Milliseconds. */
export const MAX_RETRY_AFTER_MS = 60_000;
/** Most times that one request is sent. */
export const MAX_TRIES = 4;
