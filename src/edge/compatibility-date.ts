// The date that fixes the behaviour of the runtime under the edge script.

/** Compatibility date of the edge script; the same in worker/wrangler.jsonc. Not later than the installed runtime supports. */
export const EDGE_COMPATIBILITY_DATE = '2026-07-30';
