// Answers of one step, and why a stream is refused. src/kernel/inflater.ts has the same numbers.

/** All input was taken. */
export const NEEDS_INPUT: u32 = 0;
/** The window is full: read it, make room, go on. */
export const WINDOW_FULL: u32 = 1;

/** Refusals, in the order in which zlib's inflate.c can find them. */
export const NOT_GZIP: u32 = 16;
export const TRAILING: u32 = 17;
export const BAD_METHOD: u32 = 18;
export const BAD_FLAGS: u32 = 19;
export const BAD_HEADER_CRC: u32 = 20;
export const BAD_BLOCK_TYPE: u32 = 21;
export const BAD_STORED_LENGTH: u32 = 22;
export const TOO_MANY_SYMBOLS: u32 = 23;
export const BAD_CODE_LENGTHS: u32 = 24;
export const BAD_REPEAT: u32 = 25;
export const NO_END_OF_BLOCK: u32 = 26;
export const BAD_LITERAL_LENGTHS: u32 = 27;
export const BAD_DISTANCES: u32 = 28;
export const BAD_LITERAL_CODE: u32 = 29;
export const BAD_DISTANCE_CODE: u32 = 30;
export const DISTANCE_TOO_FAR: u32 = 31;
export const BAD_CHECKSUM: u32 = 32;
export const BAD_SIZE: u32 = 33;

/** Inside this folder: go on with what `Stream.expect` says. */
export const GO_ON: u32 = 2;
