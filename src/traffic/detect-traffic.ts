// Is a file HAR or NDJSON of exchanges? Told by its first characters: a HAR file is an object whose one key is `log`.

/** A form of traffic. */
export type TrafficForm = 'har' | 'ndjson';

/** What a HAR file begins with. */
const HAR_START = /^\ufeff?\s*\{\s*"log"\s*:/;
/** What may become one when more bytes come. */
const HAR_PREFIX = /^\ufeff?\s*(?:\{\s*(?:"(?:l(?:o(?:g(?:"\s*)?)?)?)?)?)?$/;

/** Bytes after which white space at the start is no longer waited through. Ours. */
const MAX_HEAD_BYTES = 64 * 1024;

/** @returns undefined when more bytes are needed */
export function detectTraffic(head: Uint8Array, isEnd: boolean): TrafficForm | undefined {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(head, { stream: true });
  if (HAR_START.test(text)) return 'har';
  return !isEnd && head.length < MAX_HEAD_BYTES && HAR_PREFIX.test(text) ? undefined : 'ndjson';
}
