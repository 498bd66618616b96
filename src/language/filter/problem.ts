// The shape of a problem with a filter, and every problem code with its meaning.
// A code never changes its meaning; add new codes to the table.

/** Every code, with its meaning for the documentation. */
export const PROBLEM_CODES = {
  'json-syntax': 'the text is not valid JSON',
  'expression-syntax': 'the text is not a valid expression',
  'expression-in-job': 'a job contains an expression, but the platform accepts only JSON',
  'encoded-twice': 'the filter string of a job contains another JSON string',
  'unsafe-integer': 'an object contains a number that JavaScript has already rounded',
  'unsupported-value': 'an object contains a value that JSON cannot hold',
  'duplicate-key': 'a JSON object has the same key twice',
  'too-deep': 'groups are nested too deeply',
  'root-not-object': 'the filter is not an object',
  'missing-where': 'the filter has no "where"',
  'nested-where': 'a "where" contains another',
  'unknown-key': 'an object has a key that filters do not have',
  'mixed-node': 'a node is more than one of: "and", "or", a condition',
  'node-not-object': 'a node is not an object',
  'empty-node': 'a node is an empty object',
  'empty-group': 'an "and" or "or" has no children',
  'group-not-array': 'the value of an "and" or "or" is not an array',
  'missing-key': 'a condition has no "key"',
  'missing-operator': 'a condition has no "operator"',
  'missing-value': 'a condition has no "value"',
  'key-not-string': 'the key of a condition is not a string',
  'unknown-operator': 'an operator that filters do not have',
  'unknown-field': 'a field that the dataset does not have',
  'other-dataset': 'all fields belong to another dataset',
  'unfilterable-type': 'the field has a type that cannot be filtered (object, array of objects)',
  'unfilterable-field': 'the platform rejects the field in filters',
  'unknown-type': 'the type of the field is not documented',
  'operator-type': 'fields of this type do not support the operator',
  'list-expected': 'in and !in require an array',
  'scalar-expected': 'an array or object instead of a single value',
  'empty-list': 'in or !in with an empty array',
  'value-type': 'the value does not have the type of the field',
  'integer-form': 'an integer with leading zeros, an exponent or a fraction (0500, 5e2, 500.0)',
  'too-many-operators': 'more conditions than the platform accepts',
  'too-many-bytes': 'more bytes than the platform accepts',
  'more-problems': 'the number of problems that are not shown',
  'bool-as-text': 'true or false as a string, which is not documented',
  'float-field': 'filtering a float field is not documented',
  'timestamp-field': 'filtering a timestamp is not documented',
  'negative-integer': 'a negative integer, but the platform reads unsigned integers',
  'large-integer': 'an integer above 64 bits, but the platform reads 64-bit integers',
  'removed-field': 'the field is no longer pushed',
  'deprecated-field': 'the field is due to be replaced',
  'near-operator-limit': 'almost as many conditions as the platform accepts',
  'near-byte-limit': 'almost as many bytes as the platform accepts',
  'always-true': 'the condition or group matches every line',
  'never-true': 'the conditions contradict each other',
  'or-of-negatives': 'an "or" of negated conditions on one field matches nearly every line',
  'address-range': 'a range of IP addresses: filters compare addresses as text, so no address equals it',
  'address-form': 'an address in a notation that logs never contain',
  'address-start': 'an address prefix that ends inside a number, and therefore matches more addresses',
  'upper-case': 'a value in upper case for a field that lines contain in lower case',
  'repeated-condition': 'a group contains the same condition twice',
} as const;

/** Stable name of a kind of problem. */
export type ProblemCode = keyof typeof PROBLEM_CODES;

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

/** The parts of a {@link Problem}, from which its message is composed. */
export interface ProblemParts {
  readonly severity?: Problem['severity'];
  readonly code: ProblemCode;
  readonly path: string;
  /** What failed: "unknown operator". The path is added. */
  readonly failed: string;
  readonly found?: string | undefined;
  readonly expected?: string | undefined;
  readonly fix?: string | undefined;
}

/** Messages shorten longer paths in the middle. Characters. */
const MAX_SHOWN_PATH = 120;

/** Composes a problem: "failed at path: found …, expected …; fix". */
export function problemFrom({ severity = 'error', code, path, failed, found, expected, fix }: ProblemParts): Problem {
  const place = path === '' ? failed : `${failed} at ${shorten(path)}`;
  const facts = [found && `found ${found}`, expected && `expected ${expected}`].filter(Boolean).join(', ');
  const message = [facts === '' ? place : `${place}: ${facts}`, fix].filter(Boolean).join('; ');
  return {
    severity,
    code,
    path,
    message,
    ...(found !== undefined && { found }),
    ...(expected !== undefined && { expected }),
    ...(fix !== undefined && { fix }),
  };
}

function shorten(path: string): string {
  if (path.length <= MAX_SHOWN_PATH) return path;
  return `${path.slice(0, MAX_SHOWN_PATH / 2)}…${path.slice(-MAX_SHOWN_PATH / 2)}`;
}
