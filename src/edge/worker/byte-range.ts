// The header Range: one range of bytes. Several ranges and other units are ignored, as RFC 9110 allows.

/** A range in the form of R2. */
export type ByteRange = { offset: number; length?: number } | { suffix: number };

/** First and last byte of a part. */
export interface SelectedBytes {
  first: number;
  last: number;
}

/** @returns null if the request asks for the whole object, `invalid` for a range that no object has */
export function parseRange(header: string | null): ByteRange | 'invalid' | null {
  const ranges = header?.match(/^\s*bytes\s*=(.*)$/i)?.[1];
  if (ranges === undefined || ranges.includes(',')) return null;
  const [, first, last] = ranges.match(/^\s*(\d*)-(\d*)\s*$/) ?? [];
  if (first === undefined || last === undefined) return 'invalid';
  if (first === '') return Number(last) === 0 ? 'invalid' : { suffix: parseBytes(last) };
  if (last === '') return { offset: parseBytes(first) };
  const length = parseBytes(last) - parseBytes(first) + 1;
  return length > 0 ? { offset: parseBytes(first), length } : 'invalid';
}

/** Returns the bytes that a range selects of an object of `size` bytes, or null if it selects none. */
export function selectBytes(range: ByteRange | 'invalid', size: number): SelectedBytes | null {
  if (range === 'invalid') return null;
  const first = 'suffix' in range ? Math.max(0, size - range.suffix) : range.offset;
  const last = 'suffix' in range || range.length === undefined ? size - 1 : Math.min(size, first + range.length) - 1;
  return first <= last ? { first, last } : null;
}

/** Larger numbers are beyond the end of every object. */
function parseBytes(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}
