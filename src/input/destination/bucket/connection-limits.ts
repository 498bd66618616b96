// Limits of the connections to a bucket, whatever the protocol.

/** Maximum number of connections: one per object read at a time, and one for listing. */
export const MAX_CONNECTIONS = 65;

/**
 * Maximum number of bytes of a response other than an object. A page of 1,000 keys of 1,024 bytes takes up to 6 MiB: each byte as `%XX` in a
 * listing by S3, as `\u00XX` in one by the edge script.
 */
export const ANSWER_BYTES = 16 * 1024 * 1024;
