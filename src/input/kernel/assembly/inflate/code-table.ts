// Builds a decoding table of two levels from code lengths. Rejects a code set exactly if zlib's inftrees.c rejects it.
import { LENGTH_COUNTS, LENGTH_RANKS, RANKED_SYMBOLS } from '../memory';
import { entryOf, FIRST_BITS_SHIFT, LITERAL, LITERAL_COUNT_SHIFT, NOT_A_CODE, SPECIAL, SUB_TABLE } from './symbols';

/** The longest code, in bits. RFC 1951. */
const MAX_LENGTH: u32 = 15;

/**
 * Builds a table.
 * @param lengths u8 for each of `count` symbols, 0 for one without a code
 * @param symbols the part of each symbol's entry that does not depend on its code length
 * @param rootBits most bits of the first level
 * @param mayBeIncomplete whether a single code of one bit is valid
 * @returns bits of the first level, or 0 if the set is over-subscribed or incomplete
 */
export function buildTable(
  lengths: usize, count: u32, symbols: usize, table: usize, rootBits: u32, mayBeIncomplete: bool,
): u32 {
  const longest = countLengths(lengths, count);
  if (longest == 0) {
    // A set without codes is legal until a code is used.
    store<u64>(table, ((entryOf(NOT_A_CODE, 1) as u64) << 32) | entryOf(NOT_A_CODE, 1));
    return 1;
  }
  let left: i32 = 1;
  let rank: u32 = 0;
  for (let length: u32 = 1; length <= MAX_LENGTH; length++) {
    const codes = load<u32>(LENGTH_COUNTS + (length << 2));
    left = (left << 1) - codes;
    if (left < 0) return 0;
    store<u32>(LENGTH_RANKS + (length << 2), rank);
    rank += codes;
  }
  if (left > 0 && (!mayBeIncomplete || longest != 1)) return 0;
  rankSymbols(lengths, count);
  if (left > 0) {
    store<u32>(table, entryOf(symbolAt(symbols, 0), 1));
    store<u32>(table + 4, entryOf(NOT_A_CODE, 1));
    return 1;
  }
  const root = min(rootBits, longest);
  fillTable(symbols, table, root, longest);
  return root;
}

/** Counts the codes of each length. @returns the longest length in use */
function countLengths(lengths: usize, count: u32): u32 {
  memory.fill(LENGTH_COUNTS, 0, 64);
  for (let symbol: u32 = 0; symbol < count; symbol++) {
    const slot = LENGTH_COUNTS + ((load<u8>(lengths + symbol) as usize) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  let longest = MAX_LENGTH;
  while (longest > 0 && load<u32>(LENGTH_COUNTS + (longest << 2)) == 0) longest--;
  return longest;
}

function rankSymbols(lengths: usize, count: u32): void {
  for (let symbol: u32 = 0; symbol < count; symbol++) {
    const length: u32 = load<u8>(lengths + symbol);
    if (length == 0) continue;
    const slot = LENGTH_RANKS + (length << 2);
    const rank = load<u32>(slot);
    store<u16>(RANKED_SYMBOLS + (rank << 1), symbol as u16);
    store<u32>(slot, rank + 1);
  }
}

// @ts-ignore: decorator
@inline
function symbolAt(symbols: usize, rank: u32): u32 {
  return load<u32>(symbols + ((load<u16>(RANKED_SYMBOLS + (rank << 1)) as usize) << 2));
}

/**
 * Fills the table of a complete set. Writes the first level for the shortest codes and doubles it whenever codes get longer; `code`
 * takes the codes in order, with their bits reversed as in the stream.
 */
function fillTable(symbols: usize, table: usize, root: u32, longest: u32): void {
  let length: u32 = 1;
  while (load<u32>(LENGTH_COUNTS + (length << 2)) == 0) length++;
  let remaining = load<u32>(LENGTH_COUNTS + (length << 2));
  let size: u32 = 1 << min(length, root);
  const rootMask: u32 = (1 << root) - 1;
  let subStart: u32 = 0;
  let subBits: u32 = 0;
  let subPrefix: u32 = 0xffff_ffff;
  let code: u32 = 0;
  for (let rank: u32 = 0; ; rank++) {
    const symbol = symbolAt(symbols, rank);
    if (length <= root) {
      store<u32>(table + (code << 2), entryOf(symbol, length));
    } else {
      if ((code & rootMask) != subPrefix) {
        subPrefix = code & rootMask;
        subStart = subStart == 0 ? 1 << root : subStart + (1 << subBits);
        subBits = length - root;
        let used = remaining;
        while (used < (1 as u32) << subBits) {
          subBits++;
          used = (used << 1) + load<u32>(LENGTH_COUNTS + ((root + subBits) << 2));
        }
        store<u32>(table + (subPrefix << 2), SPECIAL | SUB_TABLE | (subStart << 16) | (subBits << 8) | root);
      }
      const entry = entryOf(symbol, length - root);
      const stride: u32 = 1 << (length - root);
      for (let index = code >> root; index < (1 as u32) << subBits; index += stride) {
        store<u32>(table + ((subStart + index) << 2), entry);
      }
    }
    const ones: u32 = (1 << length) - 1;
    if (code == ones) break;
    // The next code: with reversed bits a carry runs down from the top to the highest zero.
    const bit: u32 = 1 << (31 - clz(code ^ ones));
    code = (code & (bit - 1)) | bit;
    remaining--;
    while (remaining == 0) {
      length++;
      if (length <= root) {
        memory.copy(table + (size << 2), table, size << 2);
        size <<= 1;
      }
      remaining = load<u32>(LENGTH_COUNTS + (length << 2));
    }
  }
  // If all codes are shorter than the root, the table still has the size of the longest code.
  for (; size < (1 as u32) << root; size <<= 1) memory.copy(table + (size << 2), table, size << 2);
}

/**
 * Puts two literals into one entry where both codes fit into the first level: +10 to +15 % on logs. Works downwards, because the entry
 * for the second literal has a lower index and must not be paired yet.
 */
export function pairLiterals(table: usize, root: u32): void {
  for (let index: u32 = (1 << root) - 1; (index as i32) >= 0; index--) {
    const first = load<u32>(table + (index << 2));
    if ((first as i32) >= 0) continue;
    const bits = first & 63;
    const second = load<u32>(table + ((index >> bits) << 2));
    if ((second as i32) >= 0 || bits + (second & 63) > root) continue;
    store<u32>(
      table + (index << 2),
      LITERAL | (2 << LITERAL_COUNT_SHIFT) | (bits << FIRST_BITS_SHIFT) |
        ((second & 0xff00) << 8) | (first & 0xff00) | (bits + (second & 63)),
    );
  }
}
