// Settings of the edge script that the programs around it use. The script and its wrangler.jsonc repeat them, which a test checks.

/** Compatibility date: fixes the behavior of the runtime. Not later than the installed runtime supports. */
export const EDGE_COMPATIBILITY_DATE = '2026-07-30';
/** Name of the Worker. */
export const EDGE_SCRIPT_NAME = 'headgate-edge';
/** Binding of its bucket. */
export const BUCKET_BINDING = 'BUCKET';
/** Header that carries the auth key or the read key. */
export const EDGE_KEY_HEADER = 'x-custom-auth-key';
/** Secret with the auth key: writes, lists and reads. */
export const AUTH_KEY_SECRET = 'AUTH_KEY_SECRET';
/** Secret with the read key: lists and reads. */
export const READ_KEY_SECRET = 'READ_KEY_SECRET';
