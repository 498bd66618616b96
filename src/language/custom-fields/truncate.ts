// Counts the values of a line and truncates them at the limit; no other code does. The platform documents only "8 KB combined";
// docs/semantics.md, "Custom fields", defines how this program counts it.

/** The value of one field: a text, every value with `preserve_duplicates`, or undefined if the exchange lacks the field. */
export type LoggedValue = string | readonly string[] | undefined;

/** The values of one line, counted and truncated. */
export interface Truncation {
  /** Unchanged up to the limit; the value that crosses it is cut, and later values are empty. */
  values: readonly LoggedValue[];
  /** UTF-8 bytes of each value before truncation; 0 if the exchange lacks the field. */
  sizes: readonly number[];
  /** Sum of `sizes`. */
  bytes: number;
  /** Index of the value that crosses the limit; -1: none. */
  crossing: number;
  /** Bytes that truncation removes. */
  cutBytes: number;
}

const encoder = new TextEncoder();

/**
 * Counts the UTF-8 bytes of values, without keys and quotes, and truncates them at the limit. A cut falls between two
 * characters, so up to three bytes fewer than the limit may remain. A lone surrogate counts 3 bytes, like its replacement.
 * @param values in the order in which they count: request, response, cookie, each in configured order
 * @param limit UTF-8 bytes of all values together; undefined: no truncation. Limits that truncate allow one value per field
 */
export function truncateValues(values: readonly LoggedValue[], limit: number | undefined): Truncation {
  const sizes = new Array<number>(values.length);
  let bytes = 0;
  for (let i = 0; i < values.length; i += 1) {
    const size = sizeOf(values[i]);
    sizes[i] = size;
    bytes += size;
  }
  if (limit === undefined || bytes <= limit) return { values, sizes, bytes, crossing: -1, cutBytes: 0 };
  let crossing = 0;
  let room = limit;
  while (sizes[crossing]! <= room) {
    room -= sizes[crossing]!;
    crossing += 1;
  }
  const cut = values.map((value, index) => {
    if (index < crossing || value === undefined) return value;
    if (typeof value !== 'string') throw new Error('cannot truncate: found several values of a field, expected one');
    if (index > crossing) return '';
    const left = cutText(value, room);
    room -= sizeOf(left);
    return left;
  });
  return { values: cut, sizes, bytes, crossing, cutBytes: bytes - (limit - room) };
}

/** Most UTF-8 bytes of a UTF-16 unit. */
const UNIT_BYTES = 3;

/** Returns only the values of {@link truncateValues}: counts no bytes where few characters cannot exceed the limit. */
export function truncatedValues(values: readonly LoggedValue[], limit: number | undefined): readonly LoggedValue[] {
  if (limit === undefined) return values;
  let units = 0;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i];
    if (typeof value === 'string') units += value.length;
    else if (value !== undefined) return truncateValues(values, limit).values;
  }
  return units * UNIT_BYTES <= limit ? values : truncateValues(values, limit).values;
}

/** Returns the UTF-8 bytes of a value. */
export function sizeOf(value: LoggedValue): number {
  if (value === undefined) return 0;
  if (typeof value === 'string') return Buffer.byteLength(value);
  return value.reduce((sum, one) => sum + Buffer.byteLength(one), 0);
}

/** Returns the longest prefix of at most `room` bytes. Cuts between characters: `encodeInto` writes only whole ones. */
function cutText(text: string, room: number): string {
  if (room === 0) return '';
  const { read } = encoder.encodeInto(text, new Uint8Array(room));
  return text.slice(0, read);
}
