// The one map of the linear memory. Addresses are fixed and known when compiling, nothing is ever allocated; only the
// window, which comes last, grows. Raw loads and stores are not checked: each area says who may write how much to it.

/** Bit masks for `i8x16.swizzle`, one of 16 bytes for each distance 0..15; see copy-match.ts. Written once. */
export const SWIZZLES: usize = 0x0400;

/** What a symbol's table entry holds besides the length of its code, u32 each; see symbols.ts. Written once. */
export const LITERAL_SYMBOLS: usize = 0x0800;
export const DISTANCE_SYMBOLS: usize = 0x0d00;
export const CODE_LENGTH_SYMBOLS: usize = 0x0d80;

/** Four bytes of a header on their way into its CRC. */
export const HEADER_SCRATCH: usize = 0x0dd0;

/** Lengths of the codes under construction, u8: 288 literals and lengths, then 32 distances, as zlib has them. */
export const CODE_LENGTHS: usize = 0x0e00;
/** How many codes have each length, and the rank at which each length begins, u32 × 16. */
export const LENGTH_COUNTS: usize = 0x1000;
export const LENGTH_RANKS: usize = 0x1040;
/** Symbols by length of their code, u16 × 288. */
export const RANKED_SYMBOLS: usize = 0x1080;

/** Sixteen tables of 256 u32: the CRC of one byte followed by 0..15 zero bytes. Written once. */
export const CRC_TABLES: usize = 0x2000;
/** Ring of 512 words of 16 bytes, the first eight repeated behind it; see crc.ts. */
export const CRC_RING: usize = 0x6000;
export const CRC_RING_BYTES: usize = 0x2000;
/** The 300 words that a fold leaves over. */
export const CRC_REST: usize = 0x8100;

/** Decoding table for literals and lengths, u32: at most 2,342 entries (a complete code of 288, 11 bits at the root). */
export const LITERAL_TABLE: usize = 0xa000;
/** Decoding table for distances, u32: 2,048 are more than any code of 32 symbols needs. */
export const DISTANCE_TABLE: usize = 0xd000;
/** Decoding table for the lengths of codes, u32 × 128: they have at most 7 bits. */
export const CODE_LENGTH_TABLE: usize = 0xf000;

/** Stored bytes, written by the caller, and room for loads that reach beyond their end. */
export const INPUT: usize = 0x1_0000;
export const INPUT_BYTES: usize = 256 * 1024;
export const INPUT_SLACK: usize = 0x1000;

/** Not used by inflating: state and tables of whoever reads the window in place. */
export const READER: usize = INPUT + INPUT_BYTES + INPUT_SLACK;
export const READER_BYTES: usize = 0x2_F000;

/**
 * Inflated bytes: [what is kept][new bytes … limit][slack]. All behind this address is the window's, as far as the
 * memory reaches.
 */
export const WINDOW: usize = READER + READER_BYTES;
/** How far back a match may reach. Bytes, RFC 1951. */
export const HISTORY_BYTES: usize = 32 * 1024;
/** New bytes of one step, before the longest match and the literals that may still follow the last of them. */
export const STEP_BYTES: usize = 1024 * 1024;
/** A step may pass its limit by a few symbols of up to 258 bytes, and each copy writes up to 64 bytes too many. */
export const WINDOW_SLACK: usize = 0x1000;
