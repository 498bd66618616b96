// The shape of a problem with a filter, and every problem code with its severity and text.
// A code never changes its meaning; add new codes to the tables.

/** What failed, by the code of each error. */
const ERRORS = {
  'json-syntax': 'invalid JSON',
  'expression-syntax': 'invalid expression',
  'expression-in-job': 'expression in a job',
  'unsafe-integer': 'number already rounded by JavaScript',
  'unsupported-value': 'value that JSON cannot hold',
  'duplicate-key': 'duplicate key',
  'too-deep': 'filter nested too deeply',
  'root-not-object': 'invalid filter',
  'missing-where': 'filter without "where"',
  'nested-where': 'nested "where"',
  'unknown-key': 'unknown key',
  'mixed-node': 'ambiguous node',
  'node-not-object': 'invalid node',
  'empty-node': 'empty node',
  'empty-group': 'empty group',
  'group-not-array': 'invalid group',
  'missing-key': 'condition without "key"',
  'missing-operator': 'condition without "operator"',
  'missing-value': 'condition without "value"',
  'key-not-string': 'invalid key',
  'unknown-operator': 'unknown operator',
  'unknown-field': 'unknown field',
  'other-dataset': 'filter for another dataset',
  'unfilterable-type': 'unfilterable field',
  'unfilterable-field': 'unfilterable field',
  'unknown-type': 'field of unknown type',
  'operator-type': 'operator not available for this type of field',
  'list-expected': 'invalid value',
  'scalar-expected': 'invalid value',
  'empty-list': 'empty list',
  'value-type': 'value of the wrong type',
  'integer-form': 'integer in an unsupported notation',
  'too-many-operators': 'too many operators',
  'too-many-bytes': 'filter too long',
  'more-problems': 'problems not shown',
} as const;

/** What is doubtful, by the code of each warning. */
const WARNINGS = {
  'encoded-twice': 'filter encoded twice',
  'bool-as-text': 'boolean written as a string',
  'float-field': 'undocumented use',
  'timestamp-field': 'undocumented use',
  'negative-integer': 'negative integer',
  'large-integer': 'integer above 64 bits',
  'removed-field': 'removed field',
  'deprecated-field': 'deprecated field',
  'near-operator-limit': 'close to the operator limit',
  'near-byte-limit': 'close to the byte limit',
  'always-true': 'condition that is always true',
  'never-true': 'condition that is never true',
  'or-of-negatives': 'conditions of which one is nearly always true',
  'address-range': 'address range',
  'address-form': 'value that matches no logged address',
  'address-start': 'address prefix that ends inside a number',
  'upper-case': 'value that probably no line contains',
  'repeated-condition': 'repeated condition',
} as const;

/** Every code, with what failed unless the problem states it more exactly. */
export const PROBLEM_CODES = { ...ERRORS, ...WARNINGS };

/** Stable name of a kind of problem. */
export type ProblemCode = keyof typeof PROBLEM_CODES;

/** The severity of a code, unless the limits of the platform are ignored. */
export function severityOf(code: ProblemCode): Problem['severity'] {
  return code in WARNINGS ? 'warning' : 'error';
}

/** Something wrong (`error`: the filter is rejected) or doubtful (`warning`). */
export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly code: ProblemCode;
  /** Path in the tree: `where.and[1].operator`; empty for the filter as a whole. */
  readonly path: string;
  /** A complete sentence on one line: what failed and where, what was found, what is expected, how to fix it. */
  readonly message: string;
  readonly found?: string;
  readonly expected?: string;
  /** How to fix it; begins with a verb. */
  readonly fix?: string;
  /** For texts, two lines: the line of the problem, and a caret below its position. */
  readonly excerpt?: string;
  /** Line and column of the problem in the text of the filter, from 1. Columns are UTF-16 units. */
  readonly line?: number;
  readonly column?: number;
}

/** What a problem states beside what failed. */
export interface ProblemFacts {
  readonly found?: string | undefined;
  readonly expected?: string | undefined;
  readonly fix?: string | undefined;
}

/** The parts of a {@link Problem} beside its code and path, from which its message is composed. */
export interface ProblemParts extends ProblemFacts {
  /** @default that of the code */
  readonly severity?: Problem['severity'];
  /** What failed: "unknown operator". The path is added. @default the text of the code */
  readonly failed?: string | undefined;
}

/** Messages shorten longer paths in the middle. Characters. */
const MAX_SHOWN_PATH = 120;

/** Composes a problem: "failed at path: found …, expected …; fix". */
export function problemFrom(
  code: ProblemCode,
  path: string,
  { severity = severityOf(code), failed = PROBLEM_CODES[code], found, expected, fix }: ProblemParts,
): Problem {
  const place = path === '' ? failed : `${failed} at ${shorten(path)}`;
  return { severity, code, path, ...statementOf(place, { found, expected, fix }) };
}

/** Composes the message of a problem: "failed: found …, expected …; fix". Returns it with the parts that it has. */
export function statementOf(
  failed: string,
  { found, expected, fix }: ProblemFacts,
): Pick<Problem, 'message' | 'found' | 'expected' | 'fix'> {
  const facts = [found && `found ${found}`, expected && `expected ${expected}`].filter(Boolean).join(', ');
  return {
    message: [facts === '' ? failed : `${failed}: ${facts}`, fix].filter(Boolean).join('; '),
    ...(found !== undefined && { found }),
    ...(expected !== undefined && { expected }),
    ...(fix !== undefined && { fix }),
  };
}

function shorten(path: string): string {
  if (path.length <= MAX_SHOWN_PATH) return path;
  return `${path.slice(0, MAX_SHOWN_PATH / 2)}…${path.slice(-MAX_SHOWN_PATH / 2)}`;
}
