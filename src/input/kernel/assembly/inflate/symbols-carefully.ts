// Decodes one symbol at a time near the end of the input. Consumes a symbol, or a match with its distance, whole or not at all: every byte
// before the end or before damage is delivered, and decoding continues with the next chunk.
import { Block, endBlock } from './blocks';
import { dropBits, hasBits } from './bits';
import { copyMatch } from './copy-match';
import { DISTANCE_TABLE, LITERAL_TABLE } from '../memory';
import { BAD_DISTANCE_CODE, BAD_LITERAL_CODE, DISTANCE_TOO_FAR, CONTINUE, NEEDS_INPUT } from '../../abi';
import { Output, Source } from './stream';
import { END_OF_BLOCK, FIRST_BITS_SHIFT, LITERAL_COUNT_SHIFT, SPECIAL, subIndex, SUB_TABLE, valueOf } from './symbols';

/** The longest match, in bits: 15 + 5 for its length, 15 + 13 for its distance. */
const MATCH_BITS: u32 = 48;

/** Returns the entry for the lowest of `bits`, from the second level if the first one links to it. */
function entryFor(table: usize, mask: u32, bits: u64): u32 {
  const entry = load<u32>(table + (((bits as u32) & mask) << 2));
  if ((entry & SUB_TABLE) == 0 || (entry as i32) < 0) return entry;
  return load<u32>(table + (subIndex(entry, bits >> entry) << 2));
}

/** Returns how many bits the first level uses before {@link entryFor} reads the second. */
function rootBits(table: usize, mask: u32, bits: u64): u32 {
  const entry = load<u32>(table + (((bits as u32) & mask) << 2));
  return (entry & SUB_TABLE) == 0 || (entry as i32) < 0 ? 0 : entry & 63;
}

export function decodeSymbol(): u32 {
  hasBits(MATCH_BITS);
  let used = rootBits(LITERAL_TABLE, Block.literalMask, Source.bits);
  const entry = entryFor(LITERAL_TABLE, Block.literalMask, Source.bits);
  if ((entry as i32) < 0) {
    used += entry & 63;
    store<u16>(Output.at, (entry >> 8) as u16);
    if (used <= Source.count) {
      dropBits(used);
      Output.at += (entry >> LITERAL_COUNT_SHIFT) & 3;
      return CONTINUE;
    }
    const first = (entry >> FIRST_BITS_SHIFT) & 15;
    if (((entry >> LITERAL_COUNT_SHIFT) & 3) == 1 || first > Source.count) return NEEDS_INPUT;
    dropBits(first);
    Output.at += 1;
    return CONTINUE;
  }
  if (used + (entry & 63) > Source.count) return NEEDS_INPUT;
  if ((entry & SPECIAL) != 0) {
    if ((entry & END_OF_BLOCK) == 0) return BAD_LITERAL_CODE;
    dropBits(used + (entry & 63));
    endBlock();
    return CONTINUE;
  }
  const length = valueOf(entry, Source.bits >> used);
  used += entry & 63;
  const rest = Source.bits >> used;
  const distanceRoot = rootBits(DISTANCE_TABLE, Block.distanceMask, rest);
  const distanceEntry = entryFor(DISTANCE_TABLE, Block.distanceMask, rest);
  if (used + distanceRoot + (distanceEntry & 63) > Source.count) return NEEDS_INPUT;
  if ((distanceEntry & SPECIAL) != 0) return BAD_DISTANCE_CODE;
  const distance = valueOf(distanceEntry, rest >> distanceRoot);
  if ((distance as usize) > Output.at - Output.historyStart) return DISTANCE_TOO_FAR;
  dropBits(used + distanceRoot + (distanceEntry & 63));
  copyMatch(Output.at, distance, length);
  Output.at += length;
  return CONTINUE;
}
