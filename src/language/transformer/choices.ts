// The points that no page of the platform documents, or on which its pages and the code of its engine disagree, with the choice that the
// evaluator makes for each. Only those that the SQL or a line may depend on: docs/transformers.md prints them, and has the others.

/** One point. */
interface Choice {
  readonly topic: string;
  /** What headgate does. */
  readonly choice: string;
  /**
   * `line`: lines that depend on it are undecided. `none`: the code of the engine leaves little doubt.
   * @default a transformer that depends on it has a warning
   */
  readonly shown?: 'line' | 'none';
}

const POINTS = {
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
  },
  'undocumented-function': {
    topic:
      '`contains`, `substring`, `greatest`, `least`, `ILIKE`, `~`, `~*`, `!~`, `!~*`, `<=>`, `IS DISTINCT FROM`, `&`, `|`, `#`, `<<`, `>>`, `%`, `@>`, `<@`',
    choice: 'As in the open engine, whose functions and operators are all available there',
  },
  'undocumented-syntax': {
    topic: '`CASE`, `BETWEEN`, `TRY_CAST`, `INTERVAL`, and arithmetic of timestamps',
    choice: 'As in the open engine',
  },
  'select-star': {
    topic: '`SELECT *`, `SELECT * EXCEPT (…)`',
    choice: 'As in the open engine, over the fields of the stored line',
  },
  'deprecated-function': {
    topic: '`array_fill`, `trim_array`',
    choice: 'As their page describes them; newer engines lack them',
  },
  'unnamed-column': {
    topic: 'A column without `AS`',
    choice:
      'The key is the text of the expression, with what follows a name such as token= masked; a field keeps its name',
  },
  'signum-zero': {
    topic: '`signum(0)`',
    choice: '0, as in the code; the page says 1',
  },
  'empty-boolean': {
    topic: '`empty(list)`',
    choice: 'A boolean, as in the code; the page says 0 or 1',
  },
  'from-unixtime': {
    topic: '`from_unixtime(n)`',
    choice: 'Seconds, as upstream; the page says nanoseconds',
  },
  'json-path': {
    topic: '`extract_json` for text that is not JSON, and for duplicate keys',
    choice: 'NULL; the last one',
  },
  'list-order': {
    topic: 'The order of `array_distinct`, `array_union`, `array_intersect` and `array_except`',
    choice: '`array_distinct` sorts, as its example shows; the others keep the order of the first occurrences',
  },
  'trim-spaces': {
    topic: '`trim(x)` and its variants without characters',
    choice: 'Removes spaces only, as in the code; the page says whitespace',
    shown: 'none',
  },
  'time-output': {
    topic: 'Timestamps, dates and intervals in the delivered record',
    choice: 'RFC 3339 in UTC with 0, 3, 6 or 9 digits; `2026-11-01`; text',
  },
  'binary-output': {
    topic: 'Binary data in the delivered record',
    choice: "Base64. `encode(…, 'hex')` makes the output a documented text",
  },
  'delivered-time': {
    topic: 'A timestamp field, whose `timestamp_format` decides between text and number',
    choice: 'As in the stored line. Where the SQL needs the other form, the line is undecided',
    shown: 'line',
  },
} satisfies Record<string, Choice>;

/** Stable name of a choice. */
export type ChoiceName = keyof typeof POINTS;
/** Every choice, by its stable name. */
export const CHOICES: Readonly<Record<ChoiceName, Choice>> = POINTS;
