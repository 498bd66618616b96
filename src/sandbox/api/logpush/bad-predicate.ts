// Checks the filter of a job by src/language/filter, and words the first error as the platform does: "bad predicate". Only the
// words for a value of the wrong type are public; all others are those of src/language/filter. docs/platform.md, "Filters".
import { cutText, parseJson, printJson, type Value } from '../../../base/index.ts';
import type { Dataset, FieldType } from '../../../language/dataset/index.ts';
import { OPERATORS, type Problem, readFilter } from '../../../language/filter/index.ts';

/** Problems with the type of a value. The platform decodes it when the job is saved. */
const OF_TYPE: ReadonlySet<Problem['code']> = new Set([
  'value-type',
  'integer-form',
  'list-expected',
  'scalar-expected',
  'negative-integer',
  'large-integer',
]);

/** Go's names of the types. The platform decodes integers as unsigned; the name for floats is not public, ours. */
const KINDS: Readonly<Partial<Record<FieldType, string>>> = {
  int: 'uint64',
  'array[int]': 'uint64',
  timestamp: 'uint64',
  float: 'float64',
  string: 'string',
  'array[string]': 'string',
  bool: 'bool',
};

/** Longest value that a message repeats. Characters. */
const MAX_SHOWN = 200;

/** Returns the reason why the platform rejects a filter; undefined if it accepts it. */
export function badPredicate(filter: string, dataset: Dataset): string | undefined {
  const { problems, form } = readFilter(filter, dataset, { source: 'job' });
  const first = problems.find(({ code, severity }) => severity === 'error' || OF_TYPE.has(code));
  if (first === undefined) return undefined;
  const decoding = form === 'json' && OF_TYPE.has(first.code) ? decodingError(filter, first.path, dataset) : undefined;
  return `bad predicate: ${decoding ?? first.message}`;
}

/** @param path of a value, or of an element of a list */
function decodingError(filter: string, path: string, dataset: Dataset): string | undefined {
  const steps: string[] = path.match(/[^.[\]]+/g) ?? [];
  const end = steps.lastIndexOf('value');
  // A filter that was encoded twice is one more string.
  const outer = parseJson(filter);
  const root = typeof outer === 'string' ? parseJson(outer) : outer;
  const condition = steps.slice(0, end).reduce<Value | undefined>(stepInto, root);
  if (!(condition instanceof Map)) return undefined;
  const [key, operator, value] = ['key', 'operator', 'value'].map((name) => condition.get(name));
  const kind = typeof key === 'string' ? KINDS[dataset.fields.get(key)?.type ?? 'unknown'] : undefined;
  if (kind === undefined || typeof operator !== 'string' || value === undefined) return undefined;
  const isList = OPERATORS[operator as keyof typeof OPERATORS].argument === 'list';
  const printed = printJson(value);
  const shown = cutText(printed, MAX_SHOWN);
  return `failed to decode value ${JSON.stringify(shown)}, supported kinds: ${isList ? '[]' : ''}${kind}`;
}

function stepInto(value: Value | undefined, step: string): Value | undefined {
  if (Array.isArray(value)) return value[Number(step)];
  return value instanceof Map ? value.get(step) : undefined;
}
