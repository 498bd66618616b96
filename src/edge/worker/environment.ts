// The configuration of the Worker: wrangler.jsonc, and the secrets of `wrangler secret put`.

/** Bindings and variables of the Worker. */
export interface Env {
  BUCKET: R2Bucket;
  /** The auth key, sent in `X-Custom-Auth-Key`: writes, deletes, lists and reads. @default there is none: no request may write */
  AUTH_KEY_SECRET?: string;
  /** The read key, sent in the same header: lists and reads only. @default there is none */
  READ_KEY_SECRET?: string;
  /** Objects that anyone reads: `{ "keys": ["index.html"], "prefixes": ["reports/"] }`. @default nothing */
  ALLOW_LIST?: unknown;
  /** Objects that requests with the auth key or the read key read; the same shape. @default nothing */
  ALLOW_LIST_WITH_KEY?: unknown;
  /** Whether to answer other methods with 403 instead of 405. @default false */
  STRICT_METHODS?: boolean | string;
}
