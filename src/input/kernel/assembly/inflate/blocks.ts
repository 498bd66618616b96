// Deflate blocks up to their symbols: type, stored bytes, the code sets of fixed and dynamic blocks. RFC 1951.
import { alignToByte, dropBits, hasBits, takeBits } from './bits';
import { buildTable, pairLiterals } from './code-table';
import {
  CODE_LENGTHS, CODE_LENGTH_SYMBOLS, CODE_LENGTH_TABLE, DISTANCE_SYMBOLS, DISTANCE_TABLE, LITERAL_SYMBOLS, LITERAL_TABLE,
} from '../memory';
import {
  BAD_BLOCK_TYPE, BAD_CODE_LENGTHS, BAD_DISTANCES, BAD_LITERAL_LENGTHS, BAD_REPEAT, BAD_STORED_LENGTH, CONTINUE, NEEDS_INPUT,
  NO_END_OF_BLOCK, TOO_MANY_SYMBOLS, WINDOW_FULL,
} from '../../abi';
import { Expect, Output, Source, Stream } from './stream';

/** First-level bits: 12 for literals was 7 to 15 % slower, because it leaves less of the fastest cache. */
const LITERAL_ROOT_BITS: u32 = 11;
const DISTANCE_ROOT_BITS: u32 = 9;
const CODE_LENGTH_ROOT_BITS: u32 = 7;

const STORED: u32 = 0;
const FIXED: u32 = 1;
const DYNAMIC: u32 = 2;

export abstract class Block {
  static isLast: bool = false;
  static storedLeft: u32 = 0;
  static literalCodes: u32 = 0;
  static distanceCodes: u32 = 0;
  static codeLengthCodes: u32 = 0;
  /** Code lengths read so far, of the kind being read. */
  static have: u32 = 0;
  /** The tables contain the fixed codes: another fixed block need not build them. */
  static hasFixedTables: bool = false;
  /** `bits & mask` is the index into the first level. */
  static literalMask: u32 = 0;
  static distanceMask: u32 = 0;
  static codeLengthMask: u32 = 0;
}

/** Ends a block. */
export function endBlock(): void {
  if (!Block.isLast) {
    Stream.expect = Expect.BLOCK;
    return;
  }
  alignToByte();
  Stream.expect = Expect.CHECKSUM;
}

export function readBlockHead(): u32 {
  if (!hasBits(3)) return NEEDS_INPUT;
  Block.isLast = takeBits(1) != 0;
  const type = takeBits(2);
  if (type == STORED) {
    alignToByte();
    Stream.expect = Expect.STORED_LENGTH;
  } else if (type == FIXED) {
    buildFixedTables();
    Stream.expect = Expect.SYMBOLS;
  } else if (type == DYNAMIC) {
    Stream.expect = Expect.CODE_COUNTS;
  } else {
    return BAD_BLOCK_TYPE;
  }
  return CONTINUE;
}

export function readStoredLength(): u32 {
  if (!hasBits(32)) return NEEDS_INPUT;
  const length = takeBits(16);
  if ((takeBits(16) ^ 0xffff) != length) return BAD_STORED_LENGTH;
  Block.storedLeft = length;
  Stream.expect = Expect.STORED_BYTES;
  return CONTINUE;
}

export function copyStored(): u32 {
  while (Block.storedLeft > 0) {
    if (Output.at >= Output.limit) return WINDOW_FULL;
    if (Source.count > 0) {
      // Whole bytes that were loaded together with earlier bits.
      store<u8>(Output.at++, takeBits(8) as u8);
      Block.storedLeft--;
      continue;
    }
    const bytes = min(min(Block.storedLeft as usize, Source.end - Source.at), Output.limit - Output.at);
    if (bytes == 0) return NEEDS_INPUT;
    memory.copy(Output.at, Source.at, bytes);
    Source.at += bytes;
    Output.at += bytes;
    Block.storedLeft -= bytes as u32;
  }
  endBlock();
  return CONTINUE;
}

function buildFixedTables(): void {
  if (Block.hasFixedTables) return;
  memory.fill(CODE_LENGTHS, 8, 144);
  memory.fill(CODE_LENGTHS + 144, 9, 112);
  memory.fill(CODE_LENGTHS + 256, 7, 24);
  memory.fill(CODE_LENGTHS + 280, 8, 8);
  memory.fill(CODE_LENGTHS + 288, 5, 32);
  buildTables(288, 32);
  Block.hasFixedTables = true;
}

/** @returns CONTINUE, or the rejection of the code sets */
function buildTables(literalCodes: u32, distanceCodes: u32): u32 {
  Block.hasFixedTables = false;
  const root = buildTable(CODE_LENGTHS, literalCodes, LITERAL_SYMBOLS, LITERAL_TABLE, LITERAL_ROOT_BITS, true);
  if (root == 0) return BAD_LITERAL_LENGTHS;
  pairLiterals(LITERAL_TABLE, root);
  Block.literalMask = (1 << root) - 1;
  const distances = CODE_LENGTHS + literalCodes;
  const distanceRoot = buildTable(
    distances, distanceCodes, DISTANCE_SYMBOLS, DISTANCE_TABLE, DISTANCE_ROOT_BITS, true,
  );
  if (distanceRoot == 0) return BAD_DISTANCES;
  Block.distanceMask = (1 << distanceRoot) - 1;
  return CONTINUE;
}

export function readCodeCounts(): u32 {
  if (!hasBits(14)) return NEEDS_INPUT;
  Block.literalCodes = takeBits(5) + 257;
  Block.distanceCodes = takeBits(5) + 1;
  Block.codeLengthCodes = takeBits(4) + 4;
  if (Block.literalCodes > 286 || Block.distanceCodes > 30) return TOO_MANY_SYMBOLS;
  Block.have = 0;
  memory.fill(CODE_LENGTHS, 0, 19);
  Stream.expect = Expect.CODE_LENGTH_LENGTHS;
  return CONTINUE;
}

/** The order of the lengths of the codes for lengths: 16, 17, 18, 0, 8, 7, 9 … */
// @ts-ignore: decorator
@inline
function orderOf(index: u32): u32 {
  if (index < 3) return 16 + index;
  if (index == 3) return 0;
  return (index & 1) == 0 ? 6 + (index >> 1) : 9 - (index >> 1);
}

export function readCodeLengthLengths(): u32 {
  for (; Block.have < Block.codeLengthCodes; Block.have++) {
    if (!hasBits(3)) return NEEDS_INPUT;
    store<u8>(CODE_LENGTHS + orderOf(Block.have), takeBits(3) as u8);
  }
  const root = buildTable(CODE_LENGTHS, 19, CODE_LENGTH_SYMBOLS, CODE_LENGTH_TABLE, CODE_LENGTH_ROOT_BITS, false);
  if (root == 0) return BAD_CODE_LENGTHS;
  Block.codeLengthMask = (1 << root) - 1;
  Block.have = 0;
  Stream.expect = Expect.CODE_LENGTHS;
  return CONTINUE;
}

export function readCodeLengths(): u32 {
  const all = Block.literalCodes + Block.distanceCodes;
  while (Block.have < all) {
    hasBits(14);
    const entry = load<u32>(CODE_LENGTH_TABLE + (((Source.bits as u32) & Block.codeLengthMask) << 2));
    const bits = entry & 63;
    if (bits > Source.count) return NEEDS_INPUT;
    const symbol = entry >> 16;
    if (symbol < 16) {
      dropBits(bits);
      store<u8>(CODE_LENGTHS + Block.have, symbol as u8);
      Block.have++;
      continue;
    }
    const width: u32 = symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
    if (bits + width > Source.count) return NEEDS_INPUT;
    if (symbol == 16 && Block.have == 0) return BAD_REPEAT;
    dropBits(bits);
    const times = takeBits(width) + (symbol == 18 ? 11 : 3);
    if (Block.have + times > all) return BAD_REPEAT;
    const length: u8 = symbol == 16 ? load<u8>(CODE_LENGTHS + Block.have - 1) : 0;
    memory.fill(CODE_LENGTHS + Block.have, length, times);
    Block.have += times;
  }
  if (load<u8>(CODE_LENGTHS + 256) == 0) return NO_END_OF_BLOCK;
  Stream.expect = Expect.SYMBOLS;
  return buildTables(Block.literalCodes, Block.distanceCodes);
}
