// Reads bits and bytes of the input where speed does not matter. Never uses a bit that is not in the input.
import { Source } from './stream';

/** Loads bytes until `wanted` bits (at most 56) are available. @returns whether they are */
export function hasBits(wanted: u32): bool {
  while (Source.count < wanted) {
    if (Source.at >= Source.end) return false;
    Source.bits |= (load<u8>(Source.at) as u64) << Source.count;
    Source.at += 1;
    Source.count += 8;
  }
  return true;
}

/** Returns the next `width` bits, which must be available, without consuming them. */
// @ts-ignore: decorator
@inline
export function peekBits(width: u32): u32 {
  return (Source.bits & (((1 as u64) << width) - 1)) as u32;
}

// @ts-ignore: decorator
@inline
export function dropBits(width: u32): void {
  Source.bits >>= width;
  Source.count -= width;
}

// @ts-ignore: decorator
@inline
export function takeBits(width: u32): u32 {
  const value = peekBits(width);
  dropBits(width);
  return value;
}

/** Skips to the next byte boundary. */
export function alignToByte(): void {
  dropBits(Source.count & 7);
}
