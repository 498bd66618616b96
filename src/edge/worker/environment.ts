// What wrangler.jsonc and `wrangler secret put` give to the Worker.

/** Bindings and variables of the Worker. */
export interface Env {
  BUCKET: R2Bucket;
  /** Value that `X-Custom-Auth-Key` must have. Without it, every request that needs the auth key is refused. */
  AUTH_KEY_SECRET?: string;
  /** Objects that anyone reads: `{ "keys": ["index.html"], "prefixes": ["reports/"] }`. @default nothing */
  ALLOW_LIST?: unknown;
  /** Objects that requests with the auth key read; the same shape. @default nothing */
  ALLOW_LIST_WITH_KEY?: unknown;
  /** Whether to answer other methods with 403 instead of 405. @default false */
  STRICT_METHODS?: boolean | string;
}
