// The names by which the settings and clients of the Worker address it. The Worker repeats them: it imports nothing from outside its folder.

/** Binding of its bucket. */
export const BUCKET_BINDING = 'BUCKET';
/** Secret whose value is the auth key: writes, deletes, lists, and reads. */
export const AUTH_KEY_SECRET = 'AUTH_KEY_SECRET';
/** Secret whose value is the read key: lists and reads. */
export const READ_KEY_SECRET = 'READ_KEY_SECRET';
/** Header of a request that carries one of the keys. */
export const AUTH_KEY_HEADER = 'x-custom-auth-key';
