// gzip members: the header with all its parts, checksum and size at the end. RFC 1952; accepts what zlib's inflate.c accepts.
import { dropBits, hasBits, peekBits, takeBits } from './bits';
import { crcOf } from './crc';
import { HEADER_SCRATCH } from '../memory';
import {
  BAD_CHECKSUM, BAD_FLAGS, BAD_HEADER_CRC, BAD_METHOD, BAD_SIZE, CONTINUE, NEEDS_INPUT, NOT_GZIP, TRAILING,
} from '../../abi';
import { Expect, Output, Stream } from './stream';

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
export function readMagic(): u32 {
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

export function readHeader(): u32 {
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
export function checkOutput(): void {
  const bytes = Output.at - Output.checkedTo;
  Stream.crc = crcOf(Stream.crc, Output.checkedTo, bytes);
  Stream.size += bytes as u32;
  Output.checkedTo = Output.at;
}

export function readChecksum(): u32 {
  if (!hasBits(32)) return NEEDS_INPUT;
  checkOutput();
  if (takeBits(32) != Stream.crc) return BAD_CHECKSUM;
  Stream.expect = Expect.SIZE;
  return CONTINUE;
}

export function readSize(): u32 {
  if (!hasBits(32)) return NEEDS_INPUT;
  if (takeBits(32) != Stream.size) return BAD_SIZE;
  Stream.expect = Expect.MEMBER;
  return CONTINUE;
}
