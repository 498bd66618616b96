// Bits and bytes of the input wherever speed does not matter. Never takes a bit that is not there.
import { Source } from './stream';

/** Loads bytes until there are `wanted` bits (at most 56). @returns whether there are */
export function hasBits(wanted: u32): bool {
  while (Source.count < wanted) {
    if (Source.at >= Source.end) return false;
    Source.bits |= (load<u8>(Source.at) as u64) << Source.count;
    Source.at += 1;
    Source.count += 8;
  }
  return true;
}

/** The next `width` bits, which must be there. Takes none. */
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

/** Goes to the next byte. */
export function alignToByte(): void {
  dropBits(Source.count & 7);
}
