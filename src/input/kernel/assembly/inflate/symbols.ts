// Table entries, u32. The lowest six bits are always the number of bits that an entry consumes: `bits >>= entry` is one instruction,
// because WebAssembly shifts by the lowest six bits of the count.
//
//   literals      bit 31 set; 0–5 bits consumed; 8–23 one or two bytes; 24–25 how many; 26–29 bits of the first code
//   length        0–5 bits consumed, extra bits included; 8–11 bits of the code; 16–24 shortest length
//   distance      0–5, 8–11 as for lengths; 16–30 shortest distance
//   sub-table     SPECIAL and SUB_TABLE set; 0–5 bits of the root; 8–11 bits of its index; 16–27 its first entry
//   end of block  SPECIAL and END_OF_BLOCK set; 0–5 bits consumed
//   not a code    only SPECIAL set; 0–5 bits that must be available before it is an error
import { CODE_LENGTH_SYMBOLS, DISTANCE_SYMBOLS, LITERAL_SYMBOLS } from '../memory';

export const LITERAL: u32 = 0x8000_0000;
export const SPECIAL: u32 = 1 << 12;
export const SUB_TABLE: u32 = 1 << 13;
export const END_OF_BLOCK: u32 = 1 << 14;
export const NOT_A_CODE: u32 = SPECIAL;

export const LITERAL_COUNT_SHIFT: u32 = 24;
export const FIRST_BITS_SHIFT: u32 = 26;

/** Returns the entry for a code of `length` bits. */
// @ts-ignore: decorator
@inline
export function entryOf(symbol: u32, length: u32): u32 {
  return symbol + length + (length << ((symbol as i32) < 0 ? FIRST_BITS_SHIFT : 8));
}

/** Returns the index of the entry that a link to a sub-table selects. `bits` begins after those of the root. */
// @ts-ignore: decorator
@inline
export function subIndex(link: u32, bits: u64): u32 {
  return (link >> 16) + ((bits as u32) & ((1 << ((link >> 8) & 15)) - 1));
}

/** Returns the length or distance of an entry and its extra bits. `bits` begins with its code. */
// @ts-ignore: decorator
@inline
export function valueOf(entry: u32, bits: u64): u32 {
  return (entry >> 16) + (((bits & ~((-1 as u64) << entry)) >> ((entry >> 8) & 15)) as u32);
}

/** Fills the tables of symbols: literals and lengths, distances, lengths of codes. */
export function writeSymbols(): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    store<u32>(LITERAL_SYMBOLS + (byte << 2), LITERAL | (1 << LITERAL_COUNT_SHIFT) | (byte << 8));
  }
  store<u32>(LITERAL_SYMBOLS + (256 << 2), SPECIAL | END_OF_BLOCK);
  let shortest: u32 = 3;
  for (let symbol: u32 = 257; symbol < 285; symbol++) {
    const extra: u32 = symbol < 265 ? 0 : (symbol - 261) >> 2;
    store<u32>(LITERAL_SYMBOLS + (symbol << 2), (shortest << 16) | extra);
    shortest += 1 << extra;
  }
  store<u32>(LITERAL_SYMBOLS + (285 << 2), 258 << 16);
  store<u32>(LITERAL_SYMBOLS + (286 << 2), NOT_A_CODE);
  store<u32>(LITERAL_SYMBOLS + (287 << 2), NOT_A_CODE);
  shortest = 1;
  for (let symbol: u32 = 0; symbol < 30; symbol++) {
    const extra: u32 = symbol < 4 ? 0 : (symbol - 2) >> 1;
    store<u32>(DISTANCE_SYMBOLS + (symbol << 2), (shortest << 16) | extra);
    shortest += 1 << extra;
  }
  store<u32>(DISTANCE_SYMBOLS + (30 << 2), NOT_A_CODE);
  store<u32>(DISTANCE_SYMBOLS + (31 << 2), NOT_A_CODE);
  for (let symbol: u32 = 0; symbol < 19; symbol++) store<u32>(CODE_LENGTH_SYMBOLS + (symbol << 2), symbol << 16);
}
