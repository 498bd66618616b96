// Where the stream stands: all that lives from one call to the next besides what is in the memory. Statics become
// WebAssembly globals; the hot loop keeps its own copies in locals.
import { INPUT, WINDOW } from '../memory';

/** What the next bits of input are. */
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
  /** Nothing: the stream was refused. */
  export const NOTHING: u32 = 11;
}

/** Stored bytes and bits. */
export abstract class Source {
  /** Next byte to load. */
  static at: usize = INPUT;
  /** Behind the last byte there is. */
  static end: usize = INPUT;
  /** Bits loaded and not used, the next one lowest. All above `count` are zero. */
  static bits: u64 = 0;
  /** 0..63. */
  static count: u32 = 0;
}

/** The window, all addresses. `historyStart <= at`, `checkedTo <= at`, and `at` passes `limit` by less than the slack. */
export abstract class Output {
  /** Where the next byte goes. */
  static at: usize = WINDOW;
  /** No symbol is decoded from here on. */
  static limit: usize = WINDOW;
  /** First byte a match may copy: where the member began, or the start of the window. */
  static historyStart: usize = WINDOW;
  /** First byte that is not in the member's CRC yet. */
  static checkedTo: usize = WINDOW;
}

export abstract class Stream {
  static expect: u32 = Expect.MEMBER;
  /** Members begun. */
  static members: u32 = 0;
  /** CRC and size of what the current member has inflated to, up to `Output.checkedTo`. */
  static crc: u32 = 0;
  static size: u32 = 0;
  /** Why the stream was refused, a number of status.ts. */
  static refusal: u32 = 0;
}
