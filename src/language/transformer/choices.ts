// The points that no page of the platform documents, or on which its pages and the code of its engine disagree, with the choice that the
// evaluator makes for each. docs/transformers.md prints the table.

/** One point. */
interface Choice {
  readonly topic: string;
  /** What headgate does. */
  readonly choice: string;
  /**
   * `always`: a transformer that depends on it has a warning. `line`: lines that depend on it are undecided. `none`: neither, because the
   * documented examples or the code of the engine leave little doubt.
   */
  readonly shown: 'always' | 'line' | 'none';
}

/** Every choice, by its stable name. */
export const CHOICES = {
  'absent-field': {
    topic: 'A field that the stored line lacks',
    choice:
      'The line is undecided, unless its other fields decide it. On the platform the field is null if the job does not list it',
    shown: 'line',
  },
  'value-type': {
    topic: 'A value that does not have the type of its field, and an integer beyond 64 bits',
    choice: 'The line is undecided',
    shown: 'line',
  },
  'short-circuit': {
    topic: '`false AND x`, `true OR x` and `false` of a filter before `x`, where `x` fails',
    choice: 'The line is undecided: the engine evaluates `x` for the whole batch or not, depending on the other lines',
    shown: 'line',
  },
  'output-size': {
    topic:
      'A value of more than 1,048,576 characters and elements, and an expression beyond the limits of headgate (`LIKE` with inner parts, `levenshtein`, `extract_json`, patterns in fields, and large values inside it)',
    choice: 'The line is undecided: the platform limits the output and gives no figure',
    shown: 'line',
  },
  volatile: {
    topic: '`random()`, `uuid()`, `now()`',
    choice: 'In the output, a constant of the same length. A condition that depends on one is undecided',
    shown: 'always',
  },
  'undocumented-function': {
    topic:
      '`contains`, `substring`, `greatest`, `least`, `ILIKE`, `~`, `~*`, `!~`, `!~*`, `<=>`, `IS DISTINCT FROM`, `&`, `|`, `#`, `<<`, `>>`, `%`, `@>`, `<@`',
    choice: 'As in the open engine, whose functions and operators are all available there',
    shown: 'always',
  },
  'undocumented-syntax': {
    topic: '`CASE`, `BETWEEN`, `TRY_CAST`, `INTERVAL`, and arithmetic of timestamps',
    choice: 'As in the open engine',
    shown: 'always',
  },
  'select-star': {
    topic: '`SELECT *`, `SELECT * EXCEPT (…)`',
    choice: 'As in the open engine, over the fields of the stored line',
    shown: 'always',
  },
  'deprecated-function': {
    topic: '`array_fill`, `trim_array`',
    choice: 'As their page describes them; newer engines lack them',
    shown: 'always',
  },
  'unnamed-column': {
    topic: 'A column without `AS`',
    choice: 'The key is the text of the expression, with secrets masked; a field keeps its name',
    shown: 'always',
  },
  'signum-zero': {
    topic: '`signum(0)`',
    choice: '0, as in the code; the page says 1',
    shown: 'always',
  },
  'empty-boolean': {
    topic: '`empty(list)`',
    choice: 'A boolean, as in the code; the page says 0 or 1',
    shown: 'always',
  },
  'from-unixtime': {
    topic: '`from_unixtime(n)`',
    choice: 'Seconds, as upstream; the page says nanoseconds',
    shown: 'always',
  },
  'json-missing': {
    topic: 'The JSON functions for a missing value, JSON null, or text that is not JSON',
    choice: 'NULL, as in the code; the page says 0, false or an empty text',
    shown: 'none',
  },
  'json-path': {
    topic: '`extract_json` for text that is not JSON, and for duplicate keys',
    choice: 'NULL; the last one',
    shown: 'always',
  },
  'json-keys': {
    topic: 'Duplicate keys in JSON text',
    choice: 'The first one counts; in a record, the last one',
    shown: 'none',
  },
  'list-order': {
    topic: 'The order of `array_distinct`, `array_union`, `array_intersect` and `array_except`',
    choice: '`array_distinct` sorts, as its example shows; the others keep the order of the first occurrences',
    shown: 'always',
  },
  'trim-spaces': {
    topic: '`trim(x)` and its variants without characters',
    choice: 'Removes spaces only, as in the code; the page says whitespace',
    shown: 'none',
  },
  'field-names': {
    topic: 'The case of field names',
    choice: 'Exact; a name in another case is rejected with the right spelling',
    shown: 'none',
  },
  'text-against-number': {
    topic: 'A text compared with a number',
    choice: 'Rejected: versions of the engine compare it as text or as a number',
    shown: 'none',
  },
  'integer-overflow': {
    topic: 'Arithmetic beyond 64 bits',
    choice: 'Wraps around',
    shown: 'none',
  },
  'all-arguments': {
    topic: '`coalesce`, `nvl`, `nvl2` with an argument that fails but is not needed',
    choice: 'The line fails: the engine evaluates all arguments. `CASE` evaluates only the chosen branch',
    shown: 'none',
  },
  'column-nulls': {
    topic: 'Columns that are null',
    choice: 'Written as `null`; the platform may leave them out, which lowers the bytes',
    shown: 'none',
  },
  'key-order': {
    topic: 'The order of keys in the delivered record',
    choice: 'Sorted, as the examples of the guide print them',
    shown: 'none',
  },
  'float-output': {
    topic: 'Floats in the delivered record',
    choice: 'The shortest digits, and none after an integer: `1779375600`. NaN and infinity become null',
    shown: 'none',
  },
  'time-output': {
    topic: 'Timestamps, dates and intervals in the delivered record',
    choice: 'RFC 3339 in UTC with 0, 3, 6 or 9 digits; `2026-11-01`; text',
    shown: 'always',
  },
  'binary-output': {
    topic: 'Binary data in the delivered record',
    choice: "Base64. `encode(…, 'hex')` makes the output a documented text",
    shown: 'always',
  },
  'object-field': {
    topic: 'A field that is an object, such as `RequestHeaders`, as a column or as text',
    choice: 'JSON, as in the line',
    shown: 'none',
  },
  'delivered-time': {
    topic: 'A timestamp field, whose `timestamp_format` decides between text and number',
    choice: 'As in the stored line. Where the SQL needs the other form, the line is undecided',
    shown: 'line',
  },
  regex: {
    topic: 'Regular expressions',
    choice:
      'RE2 with the Unicode classes of Rust. Sets in brackets, the flag R and word boundaries with options are rejected',
    shown: 'none',
  },
} as const satisfies Record<string, Choice>;

/** Stable name of a choice. */
export type ChoiceName = keyof typeof CHOICES;
