// One inflate step: runs the state machine until input or room runs out, or the stream is rejected. gzip members have a header with all its
// parts, and a checksum and the size at the end: RFC 1952; accepts what zlib's inflate.c accepts.
import { copyStored, readBlockHead, readCodeCounts, readCodeLengthLengths, readCodeLengths, readStoredLength, Block, endBlock } from './blocks';
import { CONTINUE, WINDOW_FULL, BAD_CHECKSUM, BAD_FLAGS, BAD_HEADER_CRC, BAD_METHOD, BAD_SIZE, NEEDS_INPUT, NOT_GZIP, TRAILING, BAD_DISTANCE_CODE, BAD_LITERAL_CODE, DISTANCE_TOO_FAR } from '../../abi';
import { Expect, Output, Source, Stream } from './stream';
import { dropBits, hasBits, peekBits, takeBits } from './bits';
import { crcOf } from './crc';
import { HEADER_SCRATCH, DISTANCE_TABLE, LITERAL_TABLE } from '../memory';
import { copyMatch } from './copy-match';
import { END_OF_BLOCK, FIRST_BITS_SHIFT, LITERAL_COUNT_SHIFT, SPECIAL, subIndex, SUB_TABLE, valueOf } from './symbols';

/** Runs one step. @returns NEEDS_INPUT, WINDOW_FULL or a rejection; all bytes inflated so far are in the window and in the CRC */
export function inflateStep(): u32 {
  let status = CONTINUE;
  while (status == CONTINUE) {
    switch (Stream.expect) {
      case Expect.MEMBER: status = readMagic(); break;
      case Expect.HEADER: status = readHeader(); break;
      case Expect.BLOCK: status = readBlockHead(); break;
      case Expect.STORED_LENGTH: status = readStoredLength(); break;
      case Expect.STORED_BYTES: status = copyStored(); break;
      case Expect.CODE_COUNTS: status = readCodeCounts(); break;
      case Expect.CODE_LENGTH_LENGTHS: status = readCodeLengthLengths(); break;
      case Expect.CODE_LENGTHS: status = readCodeLengths(); break;
      case Expect.SYMBOLS: status = readSymbols(); break;
      case Expect.CHECKSUM: status = readChecksum(); break;
      default: status = readSize(); break;
    }
  }
  checkOutput();
  return status;
}

function readSymbols(): u32 {
  if (Output.at >= Output.limit) return WINDOW_FULL;
  return Source.at + FAST_INPUT_BYTES <= Source.end ? decodeSymbols() : decodeSymbol();
}

const MAGIC: u32 = 0x8b1f;
const DEFLATE: u32 = 8;
const HAS_CRC: u32 = 0x02;
const HAS_EXTRA: u32 = 0x04;
const HAS_NAME: u32 = 0x08;
const HAS_COMMENT: u32 = 0x10;
const RESERVED: u32 = 0xe0;

/** Parts of a header, in order. */
const METHOD: u32 = 0;
const TIME: u32 = 1;
const EXTRA_FLAGS: u32 = 2;
const EXTRA_LENGTH: u32 = 3;
const EXTRA: u32 = 4;
const NAME: u32 = 5;
const COMMENT: u32 = 6;
const CRC: u32 = 7;

abstract class Header {
  static part: u32 = METHOD;
  static flags: u32 = 0;
  static extraLeft: u32 = 0;
  static crc: u32 = 0;
}

/** Finds the next member; zeros may follow a member. */
function readMagic(): u32 {
  for (;;) {
    if (!hasBits(8)) return NEEDS_INPUT;
    if (Stream.members == 0 || peekBits(8) != 0) break;
    dropBits(8);
  }
  if (Stream.members > 0 && peekBits(8) != (MAGIC & 0xff)) return TRAILING;
  if (!hasBits(16)) return NEEDS_INPUT;
  if (peekBits(16) != MAGIC) return Stream.members == 0 ? NOT_GZIP : TRAILING;
  Header.crc = 0;
  Header.flags = HAS_CRC;
  takeHeader(16);
  Header.part = METHOD;
  Stream.members += 1;
  Stream.crc = 0;
  Stream.size = 0;
  Output.historyStart = Output.at;
  Output.checkedTo = Output.at;
  Stream.expect = Expect.HEADER;
  return CONTINUE;
}

/** Reads bits of the header and adds them to its CRC. */
function takeHeader(width: u32): u32 {
  const value = takeBits(width);
  store<u32>(HEADER_SCRATCH, value);
  if ((Header.flags & HAS_CRC) != 0) Header.crc = crcOf(Header.crc, HEADER_SCRATCH, width >> 3);
  return value;
}

function readHeader(): u32 {
  if (Header.part == METHOD) {
    if (!hasBits(16)) return NEEDS_INPUT;
    const word = takeHeader(16);
    if ((word & 0xff) != DEFLATE) return BAD_METHOD;
    Header.flags = word >> 8;
    if ((Header.flags & RESERVED) != 0) return BAD_FLAGS;
    Header.part = TIME;
  }
  if (Header.part == TIME) {
    if (!hasBits(32)) return NEEDS_INPUT;
    takeHeader(32);
    Header.part = EXTRA_FLAGS;
  }
  if (Header.part == EXTRA_FLAGS) {
    if (!hasBits(16)) return NEEDS_INPUT;
    takeHeader(16);
    Header.part = EXTRA_LENGTH;
  }
  if (Header.part == EXTRA_LENGTH) {
    if ((Header.flags & HAS_EXTRA) != 0) {
      if (!hasBits(16)) return NEEDS_INPUT;
      Header.extraLeft = takeHeader(16);
    } else {
      Header.extraLeft = 0;
    }
    Header.part = EXTRA;
  }
  if (Header.part == EXTRA) {
    for (; Header.extraLeft > 0; Header.extraLeft--) {
      if (!hasBits(8)) return NEEDS_INPUT;
      takeHeader(8);
    }
    Header.part = NAME;
  }
  if (Header.part == NAME) {
    if ((Header.flags & HAS_NAME) != 0 && !passText()) return NEEDS_INPUT;
    Header.part = COMMENT;
  }
  if (Header.part == COMMENT) {
    if ((Header.flags & HAS_COMMENT) != 0 && !passText()) return NEEDS_INPUT;
    Header.part = CRC;
  }
  if ((Header.flags & HAS_CRC) != 0) {
    if (!hasBits(16)) return NEEDS_INPUT;
    if (takeBits(16) != (Header.crc & 0xffff)) return BAD_HEADER_CRC;
  }
  Stream.expect = Expect.BLOCK;
  return CONTINUE;
}

/** Skips a text and the zero byte that ends it. @returns false if input ran out */
function passText(): bool {
  while (hasBits(8)) if (takeHeader(8) == 0) return true;
  return false;
}

/** Adds the bytes inflated since the last call to the member's CRC and size. */
function checkOutput(): void {
  const bytes = Output.at - Output.checkedTo;
  Stream.crc = crcOf(Stream.crc, Output.checkedTo, bytes);
  Stream.size += bytes as u32;
  Output.checkedTo = Output.at;
}

function readChecksum(): u32 {
  if (!hasBits(32)) return NEEDS_INPUT;
  checkOutput();
  if (takeBits(32) != Stream.crc) return BAD_CHECKSUM;
  Stream.expect = Expect.SIZE;
  return CONTINUE;
}

function readSize(): u32 {
  if (!hasBits(32)) return NEEDS_INPUT;
  if (takeBits(32) != Stream.size) return BAD_SIZE;
  Stream.expect = Expect.MEMBER;
  return CONTINUE;
}

// Near the end of the input, one symbol at a time. Consumes a symbol, or a match with its distance, whole or not at all: every byte before the
// end or before damage is delivered, and decoding continues with the next chunk.

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

function decodeSymbol(): u32 {
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

// The hot loop. All state is in locals. One load of 8 bytes refills `bits`; as many bytes count as fit. `count` is then 56 to 63, but all 64
// bits are correct, and the next load reads those above `count` again. Only the lowest six bits of `count` are meaningful, which saves a mask
// at each `count -= entry`. One refill is enough for two literal entries (2 × 11), or for a match (15 + 5 + 15 + 13), and leaves 16 bits:
// enough to look up the next entry before the refill, which shortens the longest chain of dependent steps (+5 %).

/**
 * Input that the first turn of the loop needs: three refills of 7 bytes, the last of which loads 8. Bytes.
 */
const FAST_INPUT_BYTES: usize = 32;

// @ts-ignore: decorator
@inline
function literalEntry(bits: u64, mask: u32): u32 {
  return load<u32>(LITERAL_TABLE + (((bits as u32) & mask) << 2));
}

/** Decodes until the block ends, input or room runs short, or the stream is rejected. @returns CONTINUE or a rejection */
function decodeSymbols(): u32 {
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
