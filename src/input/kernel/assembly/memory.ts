// The map of the linear memory. Addresses are compile-time constants and nothing is allocated; only the window, the last area, grows.
// Loads and stores are not checked: each area states who may write how much to it.
import { CONDITION_COUNT_BYTES, MAX_SETS_WITH_FIELDS, MAX_UNFINISHED_BYTES } from '../abi';

/** Bit masks for `i8x16.swizzle`, one of 16 bytes for each distance 0..15; see copy-match.ts. Written once. */
export const SWIZZLES: usize = 0x0400;

/** The part of a symbol's table entry that does not depend on its code length, u32 each; see symbols.ts. Written once. */
export const LITERAL_SYMBOLS: usize = 0x0800;
export const DISTANCE_SYMBOLS: usize = 0x0d00;
export const CODE_LENGTH_SYMBOLS: usize = 0x0d80;

/** Vectors that repeat one byte, for compares; see scan/json/bytes.ts. Written once. */
export const BYTES: usize = 0x0c80;

/** Four bytes of a header, for its CRC. */
export const HEADER_SCRATCH: usize = 0x0dd0;

/** Lengths of the codes under construction, u8: 288 literals and lengths, then 32 distances, as zlib has them. */
export const CODE_LENGTHS: usize = 0x0e00;
/** Codes of each length, and the rank at which each length begins, u32 × 16. */
export const LENGTH_COUNTS: usize = 0x1000;
export const LENGTH_RANKS: usize = 0x1040;
/** Symbols by length of their code, u16 × 288. */
export const RANKED_SYMBOLS: usize = 0x1080;

/** Sixteen tables of 256 u32: the CRC of one byte followed by 0..15 zero bytes. Written once. */
export const CRC_TABLES: usize = 0x2000;
/** Ring of 512 words of 16 bytes, followed by a copy of the first eight; see crc.ts. */
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

/** Stored bytes, written by the caller, and room for loads beyond their end. */
export const INPUT: usize = 0x1_0000;
export const INPUT_BYTES: usize = 256 * 1024;
export const INPUT_SLACK: usize = 0x1000;

/**
 * Known keys, 128 bytes each, see scan/keys.ts; the first one means "before the first key". A line with a key beyond the last is
 * deferred.
 */
export const KEYS: usize = 0x6_0000;
export const MAX_KEYS: u32 = 512;
/** Hash of a key → its number, u16, 0 for none. */
export const KEY_INDEX: usize = 0x7_0000;
export const KEY_INDEX_SLOTS: u32 = 2048;

/** The line being read: u32 number of the key of each field, and 16 bytes of counts each, see scan/fields.ts; 8 bytes instead of the number in columns/rows.ts. */
export const LINE_KEYS: usize = 0x7_1000;
export const LINE_COUNTS: usize = 0x7_3000;
/** Values that conditions test, 16 bytes each, see scan/slots.ts. */
export const SLOTS: usize = 0x7_2000;
export const MAX_SLOTS: u32 = 256;

/** The jobs that keep the line being read, one bit each; see scan/filter/sets.ts. */
export const KEEPING: usize = 0x7_5000;
/** Lines that are not records, by kind: how many were counted, and how many to defer; u64 each, see scan/no-records.ts. */
export const NO_RECORDS: usize = 0x7_5100;
export const NO_RECORDS_TO_DEFER: usize = 0x7_5140;

/** A value in lower case, see scan/filter/hints.ts, and room for a vector after it. */
export const FOLDED: usize = 0xb_2000;
export const FOLDED_BYTES: usize = 0x1000;

/** A text without its escapes, see scan/json/unescape.ts. */
export const UNESCAPED: usize = 0xb_4000;
export const UNESCAPED_BYTES: usize = 0x2000;

/** The schema of a job's lines, 8 bytes for each field, see scan/schema/schema.ts; at most MAX_SLOTS fields. */
export const SCHEMA: usize = 0xb_6800;
/** Ids of counted lines, 16 bytes each, see scan/schema/ids.ts; when it is full, the caller takes them. */
export const IDS: usize = 0xb_7000;
export const MAX_IDS: u32 = 1024;
/** Names of custom fields, see scan/schema/custom-names.ts, with room for a vector after the last. */
export const NAMES: usize = 0xb_b000;
export const NAMES_BYTES: usize = 0x4000;
/** By name, u32: the number of the object that contained it last. Without a ruleset: the names of one object, 8 bytes each. */
export const NAMES_SEEN: usize = 0xb_f000;
export const MAX_NAMES: u32 = 1024;

/**
 * Jobs, conditions, trees and operands of the request; scan/filter/request.ts describes the entries. Sized for 200 jobs with filters of
 * the largest size (30 operators, 1000 bytes), or for more jobs with smaller filters. Only pages in use take real memory.
 */
export const JOBS: usize = 0xc_0000;
export const MAX_JOBS: u32 = 1024;
const JOB_BYTES: usize = 128;
export const CONDITIONS: usize = JOBS + (MAX_JOBS as usize) * JOB_BYTES;
export const MAX_CONDITIONS: u32 = 8192;
export const CONDITION_BYTES: usize = 64;
export const CONDITION_COUNTS: usize = CONDITIONS + (MAX_CONDITIONS as usize) * CONDITION_BYTES;
/** Outcome of each condition for the line being read, u8. */
export const OUTCOMES: usize = CONDITION_COUNTS + (MAX_CONDITIONS as usize) * CONDITION_COUNT_BYTES;
export const NODES: usize = OUTCOMES + (MAX_CONDITIONS as usize);
export const MAX_NODES: u32 = 16384;
/** State of each node for the line being read, u32; see scan/filter/trees.ts. */
export const TREE: usize = NODES + ((MAX_NODES as usize) << 3);
/** Integers that conditions compare with, i64. */
export const INTEGERS: usize = TREE + ((MAX_NODES as usize) << 2);
export const MAX_INTEGERS: u32 = 131072;
/** Texts that conditions compare with, each preceded by its u32 length, padded to 16 bytes. */
export const TEXTS: usize = INTEGERS + ((MAX_INTEGERS as usize) << 3);
export const TEXTS_BYTES: usize = 0x20_0000;

/** Sets of jobs that keep a line, see scan/filter/sets.ts; hash of a set → its number plus one, u16. */
export const SETS: usize = TEXTS + TEXTS_BYTES;
export const MAX_SETS: u32 = 2048;
export const SET_BYTES: usize = 16 + ((MAX_JOBS as usize) >> 3);
export const SET_INDEX: usize = SETS + (MAX_SETS as usize) * SET_BYTES;
export const SET_INDEX_SLOTS: u32 = 8192;
/** Counts of each field in each of the first sets, 16 bytes each. */
export const FIELD_COUNTS: usize = SET_INDEX + ((SET_INDEX_SLOTS as usize) << 1);
const FIELDS_BYTES: usize = (MAX_KEYS as usize) << 4;
/** Counts of each field over the lines of the other sets: first over all lines, then over the lines that each job keeps. */
export const JOB_FIELD_COUNTS: usize = FIELD_COUNTS + (MAX_SETS_WITH_FIELDS as usize) * FIELDS_BYTES;

/** Lines by hour, see scan/hours.ts: as many hours as fit, fewer with many jobs. Hash of an hour → its number plus one, u16. */
export const HOURS: usize = JOB_FIELD_COUNTS + ((MAX_JOBS as usize) + 1) * FIELDS_BYTES;
export const HOURS_BYTES: usize = 0x8_0000;
export const MAX_HOURS: u32 = 1024;
export const HOUR_INDEX: usize = HOURS + HOURS_BYTES;
export const HOUR_INDEX_SLOTS: u32 = 4096;

/**
 * Buffers for plain files, used in turn; before each there is room for the bytes kept of the previous one, and after each for loads
 * beyond its end. A kernel that searches has texts, their ends and marks in them. Three: the caller reads into one while another is scanned, and the kept bytes may still be in the third.
 */
export const PLAIN: usize = HOUR_INDEX + ((HOUR_INDEX_SLOTS as usize) << 1);
export const PLAIN_KEPT_BYTES: usize = MAX_UNFINISHED_BYTES + 0x1000;
export const PLAIN_BYTES: usize = 512 * 1024;
export const PLAIN_BUFFERS: u32 = 3;
export const PLAIN_SLOT: usize = PLAIN_KEPT_BYTES + PLAIN_BYTES + 0x1000;

/**
 * Inflated bytes: [kept bytes][new bytes … limit][slack]. The window uses everything from this address to the end of the memory.
 */
export const WINDOW: usize = PLAIN + PLAIN_BUFFERS * PLAIN_SLOT;
/** The largest distance of a match. Bytes, RFC 1951. */
export const HISTORY_BYTES: usize = 32 * 1024;
/** New bytes of one step, without the symbols that may still follow the last of them. */
export const STEP_BYTES: usize = 1024 * 1024;
/** A step may exceed its limit by a few symbols of up to 258 bytes, and each copy writes up to 64 bytes too many. */
export const WINDOW_SLACK: usize = 0x1000;

/**
 * A kernel that builds columns inflates nothing. The first buffer for plain files contains the lines that it adds, with room for loads beyond the
 * end; the second one the text of a template.
 */
export const ADDED: usize = PLAIN;
export const ADDED_BYTES: usize = PLAIN_SLOT - 0x1000;
export const TEMPLATE_TEXT: usize = PLAIN + PLAIN_SLOT;
/** Columns, 64 bytes each, see columns/column.ts: the templates, the lines without one, then the fields. */
export const COLUMNS: usize = WINDOW;
export const MAX_COLUMNS: u32 = MAX_KEYS + 2;
/** The first released block of each size, u32 × 32, see columns/arena.ts. */
export const RELEASED: usize = COLUMNS + ((MAX_COLUMNS as usize) << 6);
/** Texts, tables and rows. */
export const ARENA: usize = RELEASED + 0x1000;
/** Below the largest size of the memory, so that loads and stores may pass it. */
export const ARENA_END: usize = 0x7ff_0000;
