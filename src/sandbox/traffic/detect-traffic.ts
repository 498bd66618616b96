// Detects whether a file is HAR or NDJSON of exchanges from its first characters: a HAR file is an object whose only
// key is `log`.

/** A format of traffic files. */
export type TrafficForm = 'har' | 'ndjson';

/** The beginning of a HAR file. */
const HAR_START = /^\ufeff?\s*\{\s*"log"\s*:/;
/** A prefix of such a beginning, which more bytes may complete. */
const HAR_PREFIX = /^\ufeff?\s*(?:\{\s*(?:"(?:l(?:o(?:g(?:"\s*)?)?)?)?)?)?$/;

/** Longest run of whitespace at the start to wait through. Bytes. Chosen by headgate. */
const MAX_HEAD_BYTES = 64 * 1024;

/** @returns undefined when more bytes are needed */
export function detectTraffic(head: Uint8Array, isEnd: boolean): TrafficForm | undefined {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(head, { stream: true });
  if (HAR_START.test(text)) return 'har';
  return !isEnd && head.length < MAX_HEAD_BYTES && HAR_PREFIX.test(text) ? undefined : 'ndjson';
}
