// The problems of a transformer: every code with its text, and a list that composes messages with line, column and excerpt.
// A code never changes its meaning; add new codes to the tables.
import { excerptOf, MAX_REPORTED_PROBLEMS, placeOf } from '../filter/index.ts';

/** What failed, by the code of each error. */
const ERRORS = {
  'empty-sql': 'no SQL',
  'sql-syntax': 'invalid SQL',
  'too-deep': 'SQL nested too deeply',
  'too-many-bytes': 'SQL too long',
  'several-statements': 'several statements',
  'not-supported': 'not supported in transformers',
  'not-implemented': 'not documented and not implemented',
  'missing-from': 'no dataset',
  'unknown-dataset': 'unknown dataset',
  'other-dataset': 'transformer for another dataset',
  'unknown-field': 'unknown field',
  'field-case': 'field in another case',
  'unknown-table': 'unknown table',
  'unknown-function': 'unknown function',
  'argument-count': 'wrong number of arguments',
  'wrong-type': 'wrong type',
  'text-number': 'text compared with a number',
  'json-comparison': 'JSON without a type',
  'constant-expected': 'constant expected',
  'invalid-argument': 'invalid argument',
  'invalid-pattern': 'invalid regular expression',
  'duplicate-column': 'two columns with one name',
  'unnest-place': 'UNNEST in the wrong place',
} as const;

/** What is doubtful, by the code of each warning. */
const WARNINGS = {
  'near-byte-limit': 'SQL longer than the documented limit',
  undocumented: 'not documented',
  'unnamed-column': 'column without a name',
  'always-fails': 'expression that always fails',
  'header-name': 'header name that no line contains',
  'deprecated-field': 'deprecated field',
  'removed-field': 'removed field',
  'never-true': 'condition that is never true',
} as const;

/** Every code, with what failed unless the problem states it more exactly. */
export const TRANSFORMER_PROBLEM_CODES = { ...ERRORS, ...WARNINGS };
/** Stable name of a kind of problem. */
export type TransformerProblemCode = keyof typeof TRANSFORMER_PROBLEM_CODES;

/** Something wrong (`error`: the transformer is rejected) or doubtful (`warning`). */
export interface TransformerProblem {
  readonly severity: 'error' | 'warning';
  readonly code: TransformerProblemCode;
  /** A sentence on one line: `line 2, column 5: unknown field: found …, expected …; did you mean …?`. */
  readonly message: string;
  readonly found?: string;
  readonly expected?: string;
  /** How to fix it; begins with a verb. */
  readonly fix?: string;
  /** Two lines: the line of the problem, and a caret below its position. */
  readonly excerpt: string;
  /** From 1; columns are UTF-16 units. */
  readonly line: number;
  readonly column: number;
}
