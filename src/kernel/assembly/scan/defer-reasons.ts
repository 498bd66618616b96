// Which way a line goes. FAST: all of it was read and counted here. Anything else: it is handed out, nothing of it is
// counted, and the compiled filter decides it. ../../way.ts has the same numbers with names for people.

/** Read and counted. */
export const FAST: u32 = 0;

/** Not certainly one JSON object in its plainest form: white space in unusual places; malformed or blank, and not counted by no-records.ts. */
export const NOT_PLAIN: u32 = 1;
/** A key with an escape, of over 61 bytes, or not in ASCII. */
export const ODD_KEY: u32 = 2;
/** A key beyond MAX_KEYS. */
export const MANY_KEYS: u32 = 3;
/** A key that stands twice. */
export const REPEATED_KEY: u32 = 4;
/** Values nested deeper than scan/nested.ts follows. */
export const DEEP: u32 = 5;
/** An escape in an array that a condition looks into; a surrogate in a text that it compares, or a long one with escapes. */
export const ESCAPED_VALUE: u32 = 6;
/** A value that a condition cannot compare exactly here: a fraction, an exponent, 19 digits and more, a time with an offset. */
export const ODD_VALUE: u32 = 7;
/** A set of jobs beyond MAX_SETS: a caller who takes the counts can have the line read again. */
export const MANY_SETS: u32 = 8;
/** There may be a hint in it. */
export const EXAMINED: u32 = 9;
/** Somebody takes it as a sample. */
export const SAMPLED: u32 = 10;
/** About as long as a line may be, or longer. */
export const LONG: u32 = 11;
/** Its custom fields are so long that they may have been cut off. */
export const CUT_FIELDS: u32 = 12;
/** It has not plainly the form of the job, or the job drops it. */
export const OTHER_FORM: u32 = 13;
/** It has the form, and is to be told of: the filter leaves it undecided, or its custom fields are long. Whoever tells may have it counted. */
export const UNDECIDED_FORM: u32 = 14;
export const NEAR_LIMIT: u32 = 15;
/** There is no room for another id. Only the caller of the kernel sees it: nothing is wrong with the line. */
export const IDS_FULL: u32 = 16;
