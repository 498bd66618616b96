// How near a value is to the constants of a condition. Each boundary of a condition is a function from a value to a distance; the
// line with the smallest distance in a source meets a goal. Pure functions of a single value.
import { Decimal, type Integer, integerOf, type Value } from '../../base/index.ts';
import { instantOf } from '../../language/dataset/index.ts';
import {
  type CompiledCondition,
  hintOf,
  listOf,
  OPERATORS,
  type PositiveOperator,
  type Scalar,
} from '../../language/filter/index.ts';

/** One boundary. */
export interface Boundary {
  /** The value looked for, after "a line with FIELD": `just below 500`. */
  text: string;
  /** Undefined: the value is not on this side of the boundary. */
  distance: (value: Value) => number | undefined;
}

/** Lists the boundaries of a condition; those of a condition on booleans are its outcomes. */
export function boundariesOf(condition: CompiledCondition): Boundary[] {
  const values = listOf(condition.condition);
  switch (condition.type) {
    case 'int':
    case 'float':
    case 'timestamp':
      return numberBoundaries(values, condition);
    case 'string':
      return textBoundaries(values as readonly string[], condition);
    case 'array[string]':
      return hintBoundaries(condition);
    default:
      return [];
  }
}

function numberBoundaries(values: readonly Scalar[], { type, condition }: CompiledCondition): Boundary[] {
  const read = READERS[type as 'int' | 'float' | 'timestamp'];
  const wanted = values.map((value) => read(value));
  const equal = values.map(
    (value, index): Boundary => ({
      text: `equal to ${printScalar(value)}`,
      distance: (found) => (differenceOf(read(found), wanted[index]) === 0 ? 0 : undefined),
    }),
  );
  const sideOf = (side: 1 | -1, text: string): Boundary => ({
    text,
    distance: (found) => {
      const number = read(found);
      let least: number | undefined;
      for (const one of wanted) {
        const difference = differenceOf(number, one);
        if (difference === undefined || difference === 0) return undefined;
        const distance = difference * side;
        if (distance > 0 && (least === undefined || distance < least)) least = distance;
      }
      return least;
    },
  });
  const isList = OPERATORS[condition.operator].argument === 'list';
  const of = isList ? 'a value of the list' : printScalar(values[0]!);
  return [...equal, sideOf(-1, `just below ${of}`), sideOf(1, `just above ${of}`)];
}

/** Numbers that can be subtracted: exact ones, or fractions. */
type Comparable = bigint | number | undefined;

const READERS: Readonly<Record<'int' | 'float' | 'timestamp', (value: Value) => Comparable>> = {
  int: (value) => exact(typeof value === 'string' ? integerOf(value) : value),
  float: (value) => (value instanceof Decimal ? Number(value.text) : exact(value)),
  timestamp: (value) => instantOf(value),
};

function exact(value: Value | Integer | undefined): bigint | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? BigInt(value) : undefined;
}

function differenceOf(a: Comparable, b: Comparable): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  return typeof a === 'bigint' && typeof b === 'bigint' ? Number(a - b) : Number(a) - Number(b);
}

function textBoundaries(values: readonly string[], condition: CompiledCondition): Boundary[] {
  const { positive } = OPERATORS[condition.condition.operator];
  const measure = MEASURES[positive];
  if (measure === undefined) return hintBoundaries(condition);
  const isWhole = positive === 'eq' || positive === 'in';
  const equal = values.map(
    (value): Boundary => ({
      text: isWhole ? `equal to ${JSON.stringify(value)}` : `that is little more than ${JSON.stringify(value)}`,
      distance: (found) => {
        const distance = typeof found === 'string' ? measure(found, value) : undefined;
        return distance === undefined || distance < 0 ? undefined : distance;
      },
    }),
  );
  const near: Boundary = {
    text: `that nearly matches ${values.length === 1 ? JSON.stringify(values[0]) : 'a value of the list'}`,
    distance: (found) => {
      if (typeof found !== 'string') return undefined;
      let least: number | undefined;
      for (const value of values) {
        const distance = -measure(found, value);
        // Matches one of the values, or has nothing in common with this one.
        if (distance <= 0) return undefined;
        if (distance < value.length && (least === undefined || distance < least)) least = distance;
      }
      return least;
    },
  };
  return [...equal, near, ...hintBoundaries(condition)];
}

/** Values that would match if case did not count, or if a part of an element did. */
function hintBoundaries(condition: CompiledCondition): Boundary[] {
  const { field, condition: node } = condition;
  const value = printScalar(listOf(node)[0]!);
  return (
    [
      ['differs-by-case', `that differs from ${value} only by case`],
      ['part-of-element', `with an element that contains ${value}`],
    ] as const
  )
    .filter(([hint]) => hint === 'differs-by-case' || condition.type !== 'string')
    .map(([hint, text]) => ({
      text,
      distance: (found) => (hintOf(condition, new Map([[field, found]])) === hint ? 0 : undefined),
    }));
}

/** 0 or more for a match: the number of characters more than needed; below 0: the characters that a match lacks. */
type Measure = (text: string, value: string) => number;

const measureWhole: Measure = (text, value) =>
  text === value ? 0 : -Math.max(1, value.length - commonPrefix(text, value), text.length - value.length);

/** By operator. Undefined: it has no boundaries in texts, which only makes a suite smaller. */
const MEASURES: Readonly<Record<PositiveOperator, Measure | undefined>> = {
  eq: measureWhole,
  in: measureWhole,
  lt: undefined,
  leq: undefined,
  gt: undefined,
  geq: undefined,
  startsWith: (text, value) =>
    text.startsWith(value) ? text.length - value.length : commonPrefix(text, value) - value.length,
  endsWith: (text, value) =>
    text.endsWith(value) ? text.length - value.length : commonSuffix(text, value) - value.length,
  contains: (text, value) =>
    text.includes(value) ? text.length - value.length : longestHead(text, value) - value.length,
};

function commonPrefix(text: string, value: string): number {
  let length = 0;
  while (length < value.length && text[length] === value[length]) length += 1;
  return length;
}

function commonSuffix(text: string, value: string): number {
  let length = 0;
  while (length < Math.min(value.length, text.length) && text.at(-1 - length) === value.at(-1 - length)) length += 1;
  return length;
}

/** The length of the longest beginning of the value that the text contains. */
function longestHead(text: string, value: string): number {
  let [contained, missing] = [0, value.length];
  while (missing - contained > 1) {
    const middle = (contained + missing) >> 1;
    if (text.includes(value.slice(0, middle))) contained = middle;
    else missing = middle;
  }
  return contained;
}

function printScalar(value: Scalar): string {
  if (typeof value === 'object') return value.text;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
