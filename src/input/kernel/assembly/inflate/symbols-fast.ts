// The hot loop: decodes the symbols of one block while enough input and room are left. All state is in locals.
//
// One load of 8 bytes refills `bits`; as many bytes count as fit. `count` is then 56 to 63, but all 64 bits are correct, and the next load
// reads those above `count` again. Only the lowest six bits of `count` are meaningful, which saves a mask at each `count -= entry`. One
// refill is enough for two literal entries (2 × 11), or for a match (15 + 5 + 15 + 13), and leaves 16 bits: enough to look up the next
// entry before the refill, which shortens the longest chain of dependent steps (+5 %).
import { Block, endBlock } from './blocks';
import { copyMatch } from './copy-match';
import { DISTANCE_TABLE, LITERAL_TABLE } from '../memory';
import { BAD_DISTANCE_CODE, BAD_LITERAL_CODE, DISTANCE_TOO_FAR, CONTINUE } from '../../abi';
import { Output, Source } from './stream';
import { END_OF_BLOCK, LITERAL_COUNT_SHIFT, SPECIAL, subIndex, SUB_TABLE, valueOf } from './symbols';

/**
 * Input that the first turn of the loop needs: three refills of 7 bytes, the last of which loads 8. Bytes.
 */
export const FAST_INPUT_BYTES: usize = 32;

// @ts-ignore: decorator
@inline
function literalEntry(bits: u64, mask: u32): u32 {
  return load<u32>(LITERAL_TABLE + (((bits as u32) & mask) << 2));
}

/** Decodes until the block ends, input or room runs short, or the stream is rejected. @returns CONTINUE or a rejection */
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
    // The next entry is loaded while the match is copied.
    entry = literalEntry(bits, literalMask);
    bits |= load<u64>(at) << count;
    at += (~count >> 3) & 7;
    count |= 56;
    copyMatch(out, distance, length);
    out += length;
  } while (at < inputLimit && out < limit);

  // Returns whole bytes to the input: fewer than eight bits remain.
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
