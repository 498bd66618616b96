// The conditions that may become terms: values, beginnings at a slash, endings, round thresholds and elements of arrays, from the dictionaries of the
// fields. The compiled condition decides which texts it matches.
import { parseJson, type Value } from '../../base/index.ts';
import { outcomesOf } from '../../input/scan/index.ts';
import type { Dataset, Field, FieldType } from '../../language/dataset/index.ts';
import {
  type Condition,
  compileFilter,
  FALSE,
  type NullReading,
  printCondition,
  TRUE,
} from '../../language/filter/index.ts';
import type { FieldDictionary, Weights } from './field-dictionary.ts';
import { type FieldRole, isCode } from './vocabulary.ts';

/** A condition that terms may have. */
export interface TermCondition {
  condition: Condition;
  text: string;
  role: FieldRole;
  dictionary: FieldDictionary;
  /** By number of a text of the dictionary: 1 if the condition is true. */
  matches: Uint8Array;
  /** Sum of random numbers of its lines: equal for equal lines. */
  mark: number;
  /** Of the lines that no promise protects, in the periods to learn from. */
  bytes: number;
  worth: number;
}

/** Least share of the bytes that a condition drops. Ours: less is not worth a line in a filter. */
const MIN_SHARE = 0.005;
/** Conditions of one kind on one field. Ours. */
const MAX_OF_KIND = 40;
/** Longest value of a condition. Characters; ours: a longer one is not readable. */
const MAX_VALUE = 80;
/** Longest ending that begins with a dot: `.woff2`. Characters. */
const MAX_ENDING = 8;
/** Thresholds on one field, spread over its values. */
const MAX_THRESHOLDS = 6;

/** A condition of each type that terms have. */
const ANY: Readonly<Partial<Record<FieldType, Pick<Condition, 'operator' | 'value'>>>> = {
  string: { operator: 'eq', value: '-' },
  bool: { operator: 'eq', value: true },
  int: { operator: 'eq', value: 0 },
  'array[string]': { operator: 'contains', value: '-' },
  'array[int]': { operator: 'contains', value: 0 },
};

/** A field that terms may test. */
export interface TestedField {
  dataset: Dataset;
  nullAs: NullReading;
  field: Field;
  role: FieldRole;
  dictionary: FieldDictionary;
  /** By text: as of `FieldDictionary.weigh`. */
  marks: Float64Array;
}

/** Sums the bytes of the texts for which every condition on the field is unknown, because it is absent, null or of another type. @param bytes by text */
export function unknownOf(tested: TestedField, bytes: Float64Array): number {
  const { name, type } = tested.field;
  const any = ANY[type];
  if (any === undefined) return bytes[0]!;
  const outcomes = outcomesIn(tested, { kind: 'condition', key: name, ...any });
  return bytes.reduce(
    (sum, one, number) => (outcomes[number] === TRUE || outcomes[number] === FALSE ? sum : sum + one),
    0,
  );
}

/** Returns what proposes conditions on a field. @returns by the weights of the periods to learn from, and the bytes of the lines in force in these */
export function proposerOf(tested: TestedField): (weights: Weights, bytes: number) => TermCondition[] {
  const { field, role, dictionary, marks } = tested;
  const values = valuesOf(dictionary);
  // Matches do not depend on the periods.
  const known = new Map<string, Uint8Array>();
  return (weights, bytes) => {
    const weighed = values
      .map((value, number): Weighed => [value, weights.bytes[number]!])
      .filter(([, own], number) => number > 0 && own > 0);
    const least = bytes * MIN_SHARE;
    return conditionsFor(field, weighed, least).flatMap((condition) => {
      const text = printCondition(condition);
      const matches = known.get(text) ?? outcomesIn(tested, condition).map((outcome) => Number(outcome === TRUE));
      known.set(text, matches);
      const sumOf = (figures: Float64Array): number =>
        figures.reduce((sum, one, number) => (number > 0 && matches[number] === 1 ? sum + one : sum), 0);
      const own = sumOf(weights.bytes);
      if (own < least) return [];
      const worth = sumOf(weights.worth);
      return { condition, text, role, dictionary, matches, mark: sumOf(marks), bytes: own, worth };
    });
  };
}

/** By number of a text. */
function outcomesIn({ dataset, nullAs, dictionary }: TestedField, where: Condition): Uint8Array {
  return outcomesOf(dictionary.column, compileFilter({ where }, dataset, { nullAs }).conditions[0]!);
}

/** By number of a text; null for number 0, and for a text that is no JSON. */
function valuesOf(dictionary: FieldDictionary): Value[] {
  return Array.from({ length: dictionary.distinct + 1 }, (_, number) => {
    try {
      return number === 0 ? null : parseJson(dictionary.textOf(number));
    } catch {
      return null;
    }
  });
}

/** A value, and the bytes of its lines. */
type Weighed = readonly [value: Value, bytes: number];

function conditionsFor(field: Field, weighed: readonly Weighed[], least: number): Condition[] {
  const { name, type } = field;
  const condition = (operator: Condition['operator'], value: Condition['value']): Condition => ({
    ...{ kind: 'condition', key: name, operator, value },
  });
  /** With what is taken of the values, those of most bytes. @param values distinct values that each is taken of, at least */
  const heaviest = (
    operator: Condition['operator'],
    take: (value: Value) => readonly (string | number)[],
    values = 1,
  ): Condition[] => {
    const sums = new Map<string | number, { bytes: number; values: number }>();
    for (const [value, bytes] of weighed)
      for (const key of take(value)) {
        const sum = sums.get(key) ?? { bytes: 0, values: 0 };
        sums.set(key, sum);
        sum.bytes += bytes;
        sum.values += 1;
      }
    return [...sums]
      .filter(([, sum]) => sum.bytes >= least && sum.values >= values)
      .sort(([a, x], [b, y]) => y.bytes - x.bytes || (a < b ? -1 : 1))
      .slice(0, MAX_OF_KIND)
      .map(([key]) => condition(operator, key));
  };
  switch (type) {
    case 'string':
      return [
        ...heaviest('eq', (value) => (isText(value) ? [value] : [])),
        ...heaviest('startsWith', (value) => (typeof value === 'string' ? startsOf(value) : []), 2),
        ...heaviest('endsWith', (value) => (typeof value === 'string' ? endsOf(value) : []), 2),
      ];
    case 'bool':
      return [true, false].map((value) => condition('eq', value));
    case 'array[string]':
      return heaviest('contains', (value) => (Array.isArray(value) ? [...new Set(value.filter(isText))] : []));
    case 'array[int]':
      return heaviest('contains', (value) => (Array.isArray(value) ? [...new Set(value.filter(isSmallInteger))] : []));
    case 'int':
      if (isCode(field)) return heaviest('eq', (value) => (isSmallInteger(value) ? [value] : []));
      return thresholdsOf(weighed).flatMap((value) => [condition('lt', value), condition('geq', value)]);
    default:
      return [];
  }
}

function isText(value: Value): value is string {
  return typeof value === 'string' && isReadable(value);
}

function isSmallInteger(value: Value): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Visible characters, and not too many. */
function isReadable(value: string): boolean {
  return value !== '' && value.length <= MAX_VALUE && !/\p{C}/u.test(value);
}

/** The beginnings that end with a slash: `/static/`, `/static/img/`, `image/`. */
function startsOf(value: string): string[] {
  const found: string[] = [];
  for (let at = value.indexOf('/', 1); at > 0; at = value.indexOf('/', at + 1)) {
    const start = value.slice(0, at + 1);
    if (!isReadable(start)) break;
    found.push(start);
  }
  return found;
}

/** The ending that begins with a dot: `.js`; of a host, its domain. */
function endsOf(value: string): string[] {
  const last = value.lastIndexOf('.');
  if (last <= 0) return [];
  if (value.includes('/')) {
    const ending = value.slice(last);
    return ending.length <= MAX_ENDING && /^\.[A-Za-z][A-Za-z0-9]*$/.test(ending) ? [ending] : [];
  }
  const domain = value.slice(value.indexOf('.'));
  return isReadable(domain) && domain !== value.slice(last) ? [domain] : [];
}

/** Round numbers between the values: 1, 2 or 5 times a power of ten. */
function thresholdsOf(weighed: readonly Weighed[]): number[] {
  const values = weighed.map(([value]) => value).filter(isSmallInteger);
  const most = values.reduce((max, value) => Math.max(max, value), 0);
  const least = values.reduce((min, value) => Math.min(min, value), most);
  const found: number[] = [];
  for (let power = 1; power <= most; power *= 10)
    for (const factor of [1, 2, 5]) if (power * factor > least && power * factor <= most) found.push(power * factor);
  const step = Math.max(1, found.length / MAX_THRESHOLDS);
  return found.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** Returns one of the conditions with the same lines: with a role to be alone, then the most readable operator, then the shortest text. */
export function distinctConditions(conditions: readonly TermCondition[]): TermCondition[] {
  const byMark = Map.groupBy(conditions, ({ mark, bytes }) => `${mark} ${bytes}`);
  return [...byMark.values()].map(
    (same) =>
      same.toSorted(
        (a, b) =>
          Number(a.role === 'detail') - Number(b.role === 'detail') ||
          OPERATOR_ORDER.indexOf(a.condition.operator) - OPERATOR_ORDER.indexOf(b.condition.operator) ||
          a.text.length - b.text.length ||
          (a.text < b.text ? -1 : 1),
      )[0]!,
  );
}

/** The most readable first. */
const OPERATOR_ORDER: readonly string[] = ['eq', 'contains', 'startsWith', 'endsWith', 'geq', 'lt'];
