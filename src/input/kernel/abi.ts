// Every number that the TypeScript side and the AssemblyScript side of the kernel share, written once. Both compilers read this file, so
// it imports nothing and contains constants only. `as u32` is the type that AssemblyScript needs; a number without it keeps its literal
// type in TypeScript, where a table checks it against src/language/filter or src/base.

// Status of one inflate step.

/** The kernel has used all input. */
export const NEEDS_INPUT = 0 as u32;
/** The window is full. */
export const WINDOW_FULL = 1 as u32;
/** Inside the kernel only: continue with the next state. */
export const CONTINUE = 2 as u32;
// Rejections, in the order in which zlib's inflate.c detects them.
export const NOT_GZIP = 16 as u32;
export const TRAILING = 17 as u32;
export const BAD_METHOD = 18 as u32;
export const BAD_FLAGS = 19 as u32;
export const BAD_HEADER_CRC = 20 as u32;
export const BAD_BLOCK_TYPE = 21 as u32;
export const BAD_STORED_LENGTH = 22 as u32;
export const TOO_MANY_SYMBOLS = 23 as u32;
export const BAD_CODE_LENGTHS = 24 as u32;
export const BAD_REPEAT = 25 as u32;
export const NO_END_OF_BLOCK = 26 as u32;
export const BAD_LITERAL_LENGTHS = 27 as u32;
export const BAD_DISTANCES = 28 as u32;
export const BAD_LITERAL_CODE = 29 as u32;
export const BAD_DISTANCE_CODE = 30 as u32;
export const DISTANCE_TOO_FAR = 31 as u32;
export const BAD_CHECKSUM = 32 as u32;
export const BAD_SIZE = 33 as u32;

// What the scanner does with a line: 0, or the reason to defer it. Nothing of a deferred line is counted. DeferReason describes each.

/** The kernel has read and counted the line. */
export const READ = 0 as u32;
export const NOT_PLAIN = 1 as u32;
export const ODD_KEY = 2 as u32;
export const MANY_KEYS = 3 as u32;
export const REPEATED_KEY = 4 as u32;
export const DEEP_NESTING = 5 as u32;
export const ESCAPED_VALUE = 6 as u32;
export const ODD_VALUE = 7 as u32;
/** A caller that takes the counts can have the line read again. */
export const MANY_SETS = 8 as u32;
export const EXAMINED = 9 as u32;
export const SAMPLED = 10 as u32;
export const LONG = 11 as u32;
export const CUT_FIELDS = 12 as u32;
export const SCHEMA_MISMATCH = 13 as u32;
/** The line matches the schema and the filter leaves it undecided. The caller may report it and have the kernel count it. */
export const UNDECIDED_LINE = 14 as u32;
/** The line matches the schema and its custom fields are long. The caller may report it and have the kernel count it. */
export const NEAR_LIMIT = 15 as u32;
/** There is no room for another id. Only the TypeScript side of the kernel sees it: it takes the ids and has the line read again. */
export const IDS_FULL = 16 as u32;
/** A caller that takes the counts can have the line read again. */
export const MANY_HOURS = 17 as u32;
export const NO_FIELD = 18 as u32;
/** There is no room for another row. Only the TypeScript side of the kernel sees it: the caller takes the rows and has the line added again. */
export const COLUMNS_FULL = 19 as u32;

// Outcomes of a condition, and verdicts: those of src/language/filter.
export const FALSE = 0;
export const TRUE = 1;
export const ABSENT = 2;
export const NULL = 3;
export const MISMATCH = 4;

export const DROP = 0;
export const KEEP = 1;
export const UNDECIDED = 2;

// Tests of a condition. Texts:
export const TEXT_EQ = 0 as u32;
export const TEXT_IN = 1 as u32;
export const TEXT_STARTS_WITH = 2 as u32;
export const TEXT_ENDS_WITH = 3 as u32;
export const TEXT_CONTAINS = 4 as u32;
export const LAST_OF_TEXT = 4 as u32;
/** Integers: this plus an order. */
export const INTEGER = 8 as u32;
export const LAST_OF_INTEGER = 15 as u32;
/** Timestamps: this plus an order. */
export const INSTANT = 16 as u32;
export const LAST_OF_INSTANT = 23 as u32;
export const BOOL_EQ = 24 as u32;
export const ARRAY_HAS_TEXT = 25 as u32;
export const ARRAY_HAS_INTEGER = 26 as u32;
/** Defers every number, and is a mismatch for every other value: a double cannot compare decimals exactly. */
export const FLOAT = 27 as u32;

// Orders of integers and timestamps.
export const ORDER_EQ = 0 as u32;
export const ORDER_LT = 1 as u32;
export const ORDER_LEQ = 2 as u32;
export const ORDER_GT = 3 as u32;
export const ORDER_GEQ = 4 as u32;
export const ORDER_IN = 5 as u32;

// Nodes of a filter's tree.
export const AND = 0 as u32;
export const OR = 1 as u32;
/** This plus the index of a condition. */
export const LEAF = 2 as u32;
/** This plus twice the number of an earlier job: its verdict; plus 1: the opposite. Even, and above every leaf with a condition. */
export const VERDICT_LEAF = 65536 as u32;

// How much is counted: verdicts; also conditions; also fields.
export const COUNTS = 0 as u32;
export const CONDITIONS_TOO = 1 as u32;
export const FIELDS_TOO = 2 as u32;

// How the event time of a record is written: as docs/semantics.md, "Types", reads timestamps, or as a number of milliseconds.
export const NO_TIME = 0 as u32;
export const TIMESTAMP = 1 as u32;
export const MILLISECONDS = 2 as u32;

/** A timestamp below this counts seconds. Equal to SECONDS_BELOW of src/base. */
export const SECONDS_BELOW = 100_000_000_000;
/** A timestamp below this counts milliseconds, from here on nanoseconds. Equal to MILLISECONDS_BELOW of src/base. */
export const MILLISECONDS_BELOW = 100_000_000_000_000;

// Lines that are not records.
export const BLANK = 0 as u32;
export const INVALID_UTF8 = 1 as u32;
export const INVALID_JSON = 2 as u32;
export const NOT_OBJECT = 3 as u32;
/** How many kinds there are. */
export const NO_RECORD_KINDS = 4 as u32;

// Schema: the kinds of values, by the type of the field.
export const STRING_VALUE = 0 as u32;
export const INTEGER_VALUE = 1 as u32;
export const FLOAT_VALUE = 2 as u32;
export const BOOL_VALUE = 3 as u32;
export const TIME_VALUE = 4 as u32;
/** The three kinds of arrays are consecutive. */
export const STRING_ARRAY_VALUE = 5 as u32;
export const INTEGER_ARRAY_VALUE = 6 as u32;
export const OBJECT_ARRAY_VALUE = 7 as u32;
export const OBJECT_VALUE = 8 as u32;
export const ANY_VALUE = 9 as u32;
/** This plus the number of a set of custom-field names. */
export const CUSTOM_VALUE = 10 as u32;

/** In place of a slot: the schema has no such field. */
export const NO_SLOT = 0xffff_ffff as u32;

// Schema: the rules of a set of custom-field names, as bits.

/** Any name is valid; there is no ruleset. */
export const ANY_NAME = 1 as u32;
/** With ANY_NAME: names are headers, in lower case. */
export const HEADER_NAMES = 2 as u32;
/** With ANY_NAME: any name may have several values. */
export const SEVERAL_VALUES = 4 as u32;

// Limits.

/** Sets of jobs whose fields are counted by set; the fields of further sets are counted by job. No figure depends on it. Chosen by headgate. */
export const MAX_SETS_WITH_FIELDS = 64 as u32;
/**
 * A longer unfinished line of a window goes to the record reader at once, so the memory need not grow for it, and what the window keeps
 * fits before each buffer for plain files. Bytes; ours.
 */
export const MAX_UNFINISHED_BYTES = 1_048_576 as usize;

/** Rows of which a kernel that builds columns has the numbers and the other figures in one block. Ours. */
export const CODED_ROWS = 1024 as u32;

// Layout of counts, and of blocks of columns, in bytes.

/** A count of 64 bits. */
export const LONG_BYTES = 8 as usize;
/** Lines, then bytes. */
export const TOTAL_BYTES = 16 as usize;
/** A count for each outcome of a condition, then the lines that it alone drops, and those that it alone keeps. */
export const CONDITION_COUNT_BYTES = 56 as usize;
/** Plus LONG_BYTES times the verdict, DROP or KEEP. */
export const DECISIVE_AT = 40 as usize;
/** Counts of a field: bytes (64 bits), lines and empty lines (32 bits each). */
export const FIELD_BYTES = 16 as usize;
export const FIELD_LINES_AT = 8 as usize;
export const FIELD_EMPTY_AT = 12 as usize;
/** A set of jobs: its total, then one bit for each job. */
export const SET_BITS_AT = 16 as usize;
/** An hour: its number since 1970 (32 bits, signed), its total, then for each job the totals of the lines that it keeps and leaves undecided. */
export const HOUR_TOTAL_AT = 8 as usize;
export const HOUR_JOBS_AT = 24 as usize;
export const HOUR_JOB_BYTES = 32 as usize;
/** An id: two halves of its hash (32 bits each), then the offset of its line (64-bit float). */
export const ID_BYTES = 16 as usize;
export const ID_OFFSET_AT = 8 as usize;
/** A block of a column: address of the next one, number of its first row divided by CODED_ROWS, bytes of a number (32 bits each); then the numbers. */
export const CODES_AT = 16 as usize;
/** A block of rows: address of the next one (32 bits); then arrays of offsets (64-bit floats), times (64 bits) and sizes (32 bits) of the lines. */
export const ROWS_AT = 8 as usize;
