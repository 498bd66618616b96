// What can be wrong with a filter: the shape of a problem, and every code with what it means.
// A code never changes its meaning; new ones are added to the table.

/** Every code, with its meaning for documentation. */
export const PROBLEM_CODES = {
  'json-syntax': 'the text is not valid JSON',
  'expression-syntax': 'the text is not a valid expression',
  'expression-in-job': 'a job holds an expression, the platform takes JSON only',
  'encoded-twice': 'a job holds the filter as a JSON string inside its string',
  'unsafe-integer': 'an object holds a number that JavaScript has already rounded',
  'unsupported-value': 'an object holds something that JSON cannot hold',
  'duplicate-key': 'a key stands twice in one JSON object',
  'too-deep': 'groups are nested too deep',
  'root-not-object': 'the filter is no object',
  'missing-where': 'the filter has no where',
  'nested-where': 'a where stands inside another',
  'unknown-key': 'an object has a key that filters do not have',
  'mixed-node': 'a node is several things at once: and, or, a condition',
  'node-not-object': 'a node is no object',
  'empty-node': 'a node is an empty object',
  'empty-group': 'an and or an or without children',
  'group-not-array': 'an and or an or that holds no array',
  'missing-key': 'a condition without key',
  'missing-operator': 'a condition without operator',
  'missing-value': 'a condition without value',
  'key-not-string': 'the key of a condition is no text',
  'unknown-operator': 'an operator that filters do not have',
  'unknown-field': 'a field that the dataset does not have',
  'other-dataset': 'all fields belong to another dataset',
  'unfilterable-type': 'a field whose type cannot be filtered (object, array of objects)',
  'unfilterable-field': 'a field that the platform refuses in filters',
  'unknown-type': 'a field whose type is not documented',
  'operator-type': 'the operator does not exist for fields of this type',
  'list-expected': 'in and !in need an array',
  'scalar-expected': 'an array or object where one value is needed',
  'empty-list': 'in or !in with an empty array',
  'value-type': 'a value that is not of the type of the field',
  'integer-form': 'an integer not written plainly (0500, 5e2, 500.0)',
  'too-many-operators': 'more conditions than the platform takes',
  'too-many-bytes': 'more bytes than the platform takes',
  'more-problems': 'how many further problems are not shown',
  'bool-as-text': 'true or false written as text, which is not documented',
  'float-field': 'filtering a float field is not documented',
  'timestamp-field': 'filtering a timestamp is not documented',
  'negative-integer': 'the platform reads unsigned integers',
  'large-integer': 'the platform reads 64-bit integers',
  'removed-field': 'the field is no longer pushed',
  'deprecated-field': 'the field is going to be replaced',
  'near-operator-limit': 'almost as many conditions as the platform takes',
  'near-byte-limit': 'almost as many bytes as the platform takes',
  'always-true': 'the condition or group matches every line',
  'never-true': 'the conditions contradict each other',
  'or-of-negatives': 'an or of negative conditions on one field matches nearly every line',
  'address-range': 'a range of IP addresses: filters compare addresses as text, so that none ever equals it',
  'address-form': 'a value of an address field that equals no logged address, because of its form',
  'address-start': 'a beginning of addresses that ends inside a number, and so matches more addresses',
  'repeated-condition': 'the same condition stands twice in one group',
} as const;

/** Stable name of a kind of problem. */
export type ProblemCode = keyof typeof PROBLEM_CODES;

/** Something wrong (`error`: the filter is refused) or doubtful (`warning`). */
export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly code: ProblemCode;
  /** Where in the tree: `where.and[1].operator`; empty for the filter as a whole. */
  readonly path: string;
  /** A whole sentence: what failed and where, what was found, what is expected, how to fix it. One line. */
  readonly message: string;
  readonly found?: string;
  readonly expected?: string;
  /** What to do, beginning with a verb. */
  readonly fix?: string;
  /** For texts: the line in question and a caret below the place, two lines. */
  readonly excerpt?: string;
}

/** What makes a {@link Problem}; its message is composed of the parts. */
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

/** Longer paths are cut in the middle in messages. Characters. */
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
