// The problems of a transformer: every code with its text, and a list that composes messages with line, column and excerpt.
// A code never changes its meaning; add new codes to the tables.
import { redactSecrets } from '../../base/index.ts';
import { excerptOf, MAX_REPORTED_PROBLEMS, type ProblemFacts, placeOf, statementOf } from '../filter/index.ts';
import type { Span } from './syntax.ts';

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
  'more-problems': 'problems not shown',
} as const;

/** What is doubtful, by the code of each warning. */
const WARNINGS = {
  'over-documented-limit': 'SQL longer than the documented limit',
  undocumented: 'not documented',
  'unnamed-column': 'column without a name',
  'always-fails': 'expression that always fails',
  'can-fail': 'expression that can fail',
  'header-name': 'header name that no line contains',
  'deprecated-field': 'deprecated field',
  'removed-field': 'removed field',
  'never-true': 'condition that is never true',
  'operand-without-parentheses': 'operand without parentheses',
  'timestamp-format': 'timestamp in another format',
  'missing-comma': 'two names without a comma',
  'position-zero': 'position before the first one',
} as const;

/** Every code, with what failed. */
const TRANSFORMER_PROBLEM_CODES = { ...ERRORS, ...WARNINGS };
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
  /** Two lines: the line of the problem, and a caret below its position. Empty if there is no SQL. */
  readonly excerpt: string;
  /** From 1; columns are UTF-16 units. */
  readonly line: number;
  readonly column: number;
}

/** Reports a problem at a part of the SQL. */
export type Report = (code: TransformerProblemCode, span: Span, parts: ProblemFacts) => void;

/** Collects problems, each place and code once. */
export class TransformerProblems {
  readonly #sql: string;
  readonly #found = new Map<string, TransformerProblem & { from: number }>();
  #hidden = 0;
  hasErrors = false;

  constructor(sql: string) {
    this.#sql = sql;
  }

  readonly report: Report = (code, { from }, parts) => {
    const found = parts.found && redactSecrets(parts.found);
    const fix = parts.fix && redactSecrets(parts.fix);
    const severity = code in WARNINGS ? 'warning' : 'error';
    const key = `${from} ${code} ${found}`;
    if (this.#found.has(key)) return;
    this.hasErrors ||= severity === 'error';
    if (this.#found.size >= MAX_REPORTED_PROBLEMS) {
      this.#hidden += 1;
      return;
    }
    const { line, column } = placeOf(this.#sql, from);
    const failed = `line ${line}, column ${column}: ${TRANSFORMER_PROBLEM_CODES[code]}`;
    this.#found.set(key, {
      severity,
      code,
      from,
      ...statementOf(failed, { ...parts, found, fix }),
      excerpt: code === 'empty-sql' ? '' : redactSecrets(excerptOf(this.#sql, from)),
      line,
      column,
    });
  };

  /** All problems in the order of the SQL, and one that counts the rest. */
  all(): TransformerProblem[] {
    const shown = [...this.#found.values()].sort((a, b) => a.from - b.from).map(({ from: _, ...problem }) => problem);
    if (this.#hidden === 0) return shown;
    const rest = { code: 'more-problems', line: 1, column: 1, excerpt: '' } as const;
    return [
      ...shown,
      { ...rest, severity: this.hasErrors ? 'error' : 'warning', message: `${this.#hidden} problems not shown` },
    ];
  }
}
