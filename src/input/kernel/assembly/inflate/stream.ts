// The state of the stream between two calls, besides the memory. Statics become WebAssembly globals; the hot loop copies them to locals.
import { INPUT, WINDOW } from '../memory';

/** The meaning of the next bits of input. */
export namespace Expect {
  export const MEMBER: u32 = 0;
  export const HEADER: u32 = 1;
  export const BLOCK: u32 = 2;
  export const STORED_LENGTH: u32 = 3;
  export const STORED_BYTES: u32 = 4;
  export const CODE_COUNTS: u32 = 5;
  export const CODE_LENGTH_LENGTHS: u32 = 6;
  export const CODE_LENGTHS: u32 = 7;
  export const SYMBOLS: u32 = 8;
  export const CHECKSUM: u32 = 9;
  export const SIZE: u32 = 10;
  /** The stream was rejected. */
  export const NOTHING: u32 = 11;
}

/** Stored bytes and bits. */
export abstract class Source {
  /** Next byte to load. */
  static at: usize = INPUT;
  /** After the last byte of the input. */
  static end: usize = INPUT;
  /** Bits loaded and not used, the next one lowest. All bits above `count` are zero. */
  static bits: u64 = 0;
  /** 0..63. */
  static count: u32 = 0;
}

/** The window; all are addresses. `historyStart <= at`, `checkedTo <= at`, and `at` exceeds `limit` by less than the slack. */
export abstract class Output {
  /** Address of the next byte. */
  static at: usize = WINDOW;
  /** Decoding of symbols stops here. */
  static limit: usize = WINDOW;
  /** First byte that a match may copy: the start of the member, or of the window. */
  static historyStart: usize = WINDOW;
  /** First byte that is not in the member's CRC yet. */
  static checkedTo: usize = WINDOW;
}

export abstract class Stream {
  static expect: u32 = Expect.MEMBER;
  /** Number of members that have begun. */
  static members: u32 = 0;
  /** CRC and size of the current member's inflated bytes up to `Output.checkedTo`. */
  static crc: u32 = 0;
  static size: u32 = 0;
  /** Why the stream was rejected, a status of abi.ts. */
  static rejection: u32 = 0;
}
