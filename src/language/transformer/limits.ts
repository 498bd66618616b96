// The platform's limits on transformers, and our limits on what SQL may cost. Numbers only.

/** Maximum size of the SQL that the guide documents: 10 KB. UTF-8 bytes. `docs/platform.md`, "Transformers". */
export const DOCUMENTED_SQL_BYTES = 10_000;

/** Maximum size of the SQL by the schema of the API. Longer SQL is rejected without parsing. UTF-8 bytes. `docs/platform.md`, "Transformers". */
export const MAX_SQL_BYTES = 32_768;

/** Lines that the platform transforms together: one failure fails them all. `docs/platform.md`, "Transformers". */
export const BATCH_LINES = 1000;

/** Maximum nesting of expressions. Levels. Our own limit; the parser of the platform documents none and has a default of 50. */
export const MAX_SQL_DEPTH = 128;

/**
 * Maximum size of a value that a function returns: the characters of texts, and one for each element of lists. The platform limits the output and
 * gives no figure. UTF-16 units and elements; our own limit.
 */
export const MAX_VALUE_SIZE = 1_048_576;

/** Maximum size of the columns of one record. Units as those of {@link MAX_VALUE_SIZE}; our own limit, which bounds memory. */
export const MAX_RECORD_SIZE = 4 * MAX_VALUE_SIZE;

/** Maximum size of all values that functions build for one expression of one record, and for all constants. Units as those of {@link MAX_VALUE_SIZE}; our own limit. */
export const MAX_BUILT_SIZE = 16 * MAX_VALUE_SIZE;

/** Maximum length of a LIKE pattern with inner parts, and of a regular expression, as written and with its counted repetitions written out. UTF-16 units; our own limit. */
export const MAX_PATTERN_LENGTH = 4096;

/** Maximum number of JSON values that one `extract_json` visits: `$..*..*` visits each value many times. Our own limit. */
export const MAX_VISITED_VALUES = 262_144;

/** Maximum product of two texts' lengths for `levenshtein`, whose time grows with it. Our own limit. */
export const MAX_COMPARED_CELLS = 4_000_000;

/** Maximum product of a text's length and that of its LIKE pattern, unless `%` is only at one end. 0.1 seconds; our own limit. */
export const MAX_LIKE_CELLS = 67_108_864;

/** Maximum depth of the tree, in which `a + b + c` is two levels. Levels; our own limit, which the stack of a closure needs. */
export const MAX_TREE_DEPTH = 1000;

/** Maximum number of types that a column's type consists of: a struct of two equal columns doubles it with each SELECT. Our own limit. */
export const MAX_TYPE_SIZE = 500;
