// The one place that counts the values of a line and cuts them at the limit. "Combined size" is documented no further
// than "8 KB combined"; this is our reading of it (DESIGN 3.6), told to users in the README.

/** What is logged of one field: a text, with `preserve_duplicates` every value, or nothing because the exchange lacks it. */
export type LoggedValue = string | readonly string[] | undefined;

/** The values of one line, counted and cut. */
export interface Truncation {
  /** As given, up to the limit: the value that crosses it is cut, later ones are empty. */
  values: readonly LoggedValue[];
  /** UTF-8 bytes of each value as given; 0 where there is none. */
  sizes: readonly number[];
  /** Their sum, before anything is cut. */
  bytes: number;
  /** Index of the value that crosses the limit; -1: none does. */
  crossing: number;
  /** Bytes that are lost. */
  cutBytes: number;
}

const encoder = new TextEncoder();

/**
 * Counts the UTF-8 bytes of values, keys and quotes left out, and cuts what is beyond the limit. A cut falls between two
 * characters, so that up to three bytes fewer than the limit may stay. A lone surrogate counts 3, as what replaces it.
 * @param values in the order in which they count: request, response, cookie, each in configured order
 * @param limit UTF-8 bytes of all values together; undefined: nothing is cut. The limits that cut allow one value a field
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
    if (typeof value !== 'string') throw new Error('cannot cut: found several values of a field, expected one');
    if (index > crossing) return '';
    const left = cutText(value, room);
    room -= sizeOf(left);
    return left;
  });
  return { values: cut, sizes, bytes, crossing, cutBytes: bytes - (limit - room) };
}

/** UTF-8 bytes of a value. */
export function sizeOf(value: LoggedValue): number {
  if (value === undefined) return 0;
  if (typeof value === 'string') return Buffer.byteLength(value);
  return value.reduce((sum, one) => sum + Buffer.byteLength(one), 0);
}

/** The beginning of a text that has at most `room` bytes. Cuts between characters: `encodeInto` writes whole ones only. */
function cutText(text: string, room: number): string {
  if (room === 0) return '';
  const { read } = encoder.encodeInto(text, new Uint8Array(room));
  return text.slice(0, read);
}
