// Custom fields as pushed lines hold them: which keys they stand under, how many bytes they may have, and which look cut off.
// What a ruleset configures is for src/custom-fields.
import type { FieldSource, Value } from '../base/index.ts';

/** The dataset that custom fields belong to; DESIGN 3.6. */
export const CUSTOM_FIELDS_DATASET = 'http_requests';

/** The key of a pushed line that a custom field stands under. */
export type LoggedKey = 'RequestHeaders' | 'ResponseHeaders' | 'Cookies';

/** The keys of a line that hold custom fields, in the order in which their values count (DESIGN 3.6). */
export const LOGGED_KEYS: readonly LoggedKey[] = ['RequestHeaders', 'ResponseHeaders', 'Cookies'];

/**
 * Most bytes that the values of one line may have together under the classic limits; what is beyond is cut off.
 * UTF-8 bytes; reference/logpush.md section 6 ("8 KB combined").
 */
export const COMBINED_BYTES = 8192;

/** Most bytes that a cut leaves unused: a character of four that does not fit. */
const UNUSED_BYTES = 3;

/** Values that were cut have at least so many bytes together. */
export const TRUNCATED_FROM_BYTES = COMBINED_BYTES - UNUSED_BYTES;

/**
 * The key whose value was cut off, as far as a line can tell: all values together have just the bytes of the limit, and it
 * is the last one that has any.
 */
export function truncatedKeyOf(record: FieldSource): LoggedKey | undefined {
  let bytes = 0;
  let last: LoggedKey | undefined;
  for (const key of LOGGED_KEYS) {
    const found = bytesOf(record.get(key));
    bytes += found;
    if (found > 0) last = key;
  }
  return bytes >= TRUNCATED_FROM_BYTES && bytes <= COMBINED_BYTES ? last : undefined;
}

function bytesOf(fields: Value | undefined): number {
  if (!(fields instanceof Map)) return 0;
  let bytes = 0;
  for (const value of fields.values()) {
    for (const text of Array.isArray(value) ? value : [value])
      if (typeof text === 'string') bytes += Buffer.byteLength(text);
  }
  return bytes;
}
