// Custom fields in pushed lines: the keys that contain them, their maximum size, and which of them appear truncated.
// src/language/custom-fields handles the rulesets that configure them.
import type { FieldSource, Value } from '../../base/index.ts';
import type { Dataset } from './field.ts';

/** The dataset that custom fields belong to. `docs/platform.md`, "Custom fields". */
export const CUSTOM_FIELDS_DATASET = 'http_requests';

/** Whether lines of the dataset may contain custom fields. */
export function hasCustomFields({ name }: Dataset): boolean {
  return name === CUSTOM_FIELDS_DATASET;
}

/** A key of a pushed line that contains custom fields. */
export type LoggedKey = 'RequestHeaders' | 'ResponseHeaders' | 'Cookies';

/** The keys that contain custom fields, in the order in which their values count. `docs/semantics.md`, "Custom fields". */
export const LOGGED_KEYS: readonly LoggedKey[] = ['RequestHeaders', 'ResponseHeaders', 'Cookies'];

/**
 * Maximum combined size of the values of one line under the classic limits; the platform truncates the rest.
 * UTF-8 bytes. `docs/platform.md`, "Custom fields" ("8 KB combined").
 */
export const COMBINED_BYTES = 8192;

/** Maximum number of bytes that a truncation leaves unused: a four-byte character that does not fit. */
const UNUSED_BYTES = 3;

/** Minimum combined size of values that were truncated. Bytes. */
export const TRUNCATED_FROM_BYTES = COMBINED_BYTES - UNUSED_BYTES;

/**
 * Returns the key whose values appear truncated: the combined size of all values is at the limit, and the key is the last
 * one that has a value.
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
