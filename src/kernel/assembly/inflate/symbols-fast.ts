// The hot loop: symbols of one block while there is plenty of input and room. All state is in locals.
//
// `bits` is refilled by one load of 8 bytes, of which as many count as fit: `count` is 56 to 63 afterwards, but all 64
// bits are right, and the next load brings those above `count` again. Of `count` only the lowest six bits mean anything,
// which spares a mask at each `count -= entry`. One refill is enough for two literal entries (2 × 11), or for a match
// (15 + 5 + 15 + 13), and 16 bits are still there then: enough to look up the next entry before the refill, which takes
// that off the longest chain of dependent steps (+5 %).
import { Block, endBlock } from './blocks';
import { copyMatch } from './copy-match';
import { DISTANCE_TABLE, LITERAL_TABLE } from '../memory';
import { BAD_DISTANCE_CODE, BAD_LITERAL_CODE, DISTANCE_TOO_FAR, CONTINUE } from '../../abi';
import { Output, Source } from './stream';
import { END_OF_BLOCK, LITERAL_COUNT_SHIFT, SPECIAL, subIndex, SUB_TABLE, valueOf } from './symbols';

/**
 * Input that must be there for the first turn of the loop: three refills of 7 bytes, the last of which
 * loads 8. Bytes.
 */
export const FAST_INPUT_BYTES: usize = 32;

// @ts-ignore: decorator
@inline
function literalEntry(bits: u64, mask: u32): u32 {
  return load<u32>(LITERAL_TABLE + (((bits as u32) & mask) << 2));
}

/** Decodes until the block ends, input or room runs short, or the stream is refused. @returns CONTINUE or a refusal */
export function decodeSymbols(): u32 {
  const inputLimit = Source.end - FAST_INPUT_BYTES;
  const limit = Output.limit;
  const historyStart = Output.historyStart;
  const literalMask = Block.literalMask;
  const distanceMask = Block.distanceMask;
  let at = Source.at;
  let out = Output.at;
  let bits = Source.bits;
  let count = Source.count;
  let status = CONTINUE;
  let hasEnded = false;

  bits |= load<u64>(at) << count;
  at += (~count >> 3) & 7;
  count |= 56;
  let entry = literalEntry(bits, literalMask);
  do {
    if ((entry as i32) < 0) {
      store<u16>(out, (entry >> 8) as u16);
      out += (entry >> LITERAL_COUNT_SHIFT) & 3;
      bits >>= entry;
      count -= entry;
      entry = literalEntry(bits, literalMask);
      if ((entry as i32) < 0) {
        store<u16>(out, (entry >> 8) as u16);
        out += (entry >> LITERAL_COUNT_SHIFT) & 3;
        bits >>= entry;
        count -= entry;
        entry = literalEntry(bits, literalMask);
      }
      bits |= load<u64>(at) << count;
      at += (~count >> 3) & 7;
      count |= 56;
      if ((entry as i32) < 0) continue;
    }
    if ((entry & SPECIAL) != 0) {
      if ((entry & SUB_TABLE) != 0) {
        bits >>= entry;
        count -= entry;
        entry = load<u32>(LITERAL_TABLE + (subIndex(entry, bits) << 2));
        if ((entry as i32) < 0) {
          store<u8>(out, (entry >> 8) as u8);
          out += 1;
          bits >>= entry;
          count -= entry;
          entry = literalEntry(bits, literalMask);
          bits |= load<u64>(at) << count;
          at += (~count >> 3) & 7;
          count |= 56;
          continue;
        }
      }
      if ((entry & SPECIAL) != 0) {
        bits >>= entry;
        count -= entry;
        if ((entry & END_OF_BLOCK) != 0) hasEnded = true;
        else status = BAD_LITERAL_CODE;
        break;
      }
    }
    const length = valueOf(entry, bits);
    bits >>= entry;
    count -= entry;
    entry = load<u32>(DISTANCE_TABLE + (((bits as u32) & distanceMask) << 2));
    if ((entry & SPECIAL) != 0) {
      if ((entry & SUB_TABLE) != 0) {
        bits >>= entry;
        count -= entry;
        entry = load<u32>(DISTANCE_TABLE + (subIndex(entry, bits) << 2));
      }
      if ((entry & SPECIAL) != 0) {
        status = BAD_DISTANCE_CODE;
        break;
      }
    }
    const distance = valueOf(entry, bits);
    bits >>= entry;
    count -= entry;
    if ((distance as usize) > out - historyStart) {
      status = DISTANCE_TOO_FAR;
      break;
    }
    // The next entry is on its way while the match is copied.
    entry = literalEntry(bits, literalMask);
    bits |= load<u64>(at) << count;
    at += (~count >> 3) & 7;
    count |= 56;
    copyMatch(out, distance, length);
    out += length;
  } while (at < inputLimit && out < limit);

  // Whole bytes go back, so that fewer than eight bits are held.
  count &= 63;
  at -= count >> 3;
  count &= 7;
  Source.at = at;
  Source.bits = bits & (((1 as u64) << count) - 1);
  Source.count = count;
  Output.at = out;
  if (hasEnded) endBlock();
  return status;
}
