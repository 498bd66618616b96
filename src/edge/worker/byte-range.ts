// The header Range: one range of bytes. Several ranges and other units are ignored, as RFC 9110 allows.

/** A range as R2 takes it, `invalid` for a range that no object satisfies, or null for the whole object. */
export type RequestedRange = { offset: number; length?: number } | { suffix: number } | 'invalid' | null;

/** Parses the header Range. */
export function parseRange(header: string | null): RequestedRange {
  const ranges = header?.match(/^\s*bytes\s*=(.*)$/i)?.[1];
  if (ranges === undefined || ranges.includes(',')) return null;
  const [, first, last] = ranges.match(/^\s*(\d*)-(\d*)\s*$/) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'invalid';
  if (first === '') return Number(last) === 0 ? 'invalid' : { suffix: byteCount(last) };
  if (last === '') return { offset: byteCount(first) };
  const length = byteCount(last) - byteCount(first) + 1;
  return length > 0 ? { offset: byteCount(first), length } : 'invalid';
}

/** Returns the first and last byte that a range selects of an object that satisfies it. */
export function selectedBytes(
  range: Exclude<RequestedRange, 'invalid' | null>,
  size: number,
): { first: number; last: number } {
  if ('suffix' in range) return { first: Math.max(0, size - range.suffix), last: size - 1 };
  return { first: range.offset, last: Math.min(size, range.offset + (range.length ?? size)) - 1 };
}

/** No object has more bytes than a number counts exactly. */
function byteCount(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}
