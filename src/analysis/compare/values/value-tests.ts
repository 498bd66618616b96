// The questions about the value of a field that distinguish changed lines from others: a value, the start of a text, an element of a list, a
// limit of a number. Derived from the values alone.
import { parseJson, printJson, type Value } from '../../../base/index.ts';
import type { DistinguishingValue } from '../compare-report.ts';
import type { CountedValue } from './value-table.ts';

/** A question about a field, and the lines for which the answer is yes. */
export interface ValueTest {
  readonly test: DistinguishingValue['test'];
  /** What the field is compared with, as JSON. */
  readonly json: string;
  /** By sample. */
  readonly lines: readonly number[];
}

/** Starts of a text that end with its first, second … slash. */
const PREFIX_SLASHES = 3;
/** Numbers have so many limits: quantiles of the lines in all samples. */
const LIMITS = 10;
/** A field with fewer different numbers has no limits: its values are few enough. */
const LEAST_NUMBERS = 12;

/** Returns the questions about a field: its values first. */
export function testsOf(values: readonly CountedValue[]): ValueTest[] {
  const equals = values.map(({ json, lines }): ValueTest => ({ test: 'equals', json, lines }));
  return [...equals, ...partsOf(values), ...limitsOf(values)];
}

/** A part of several values. */
interface Part extends ValueTest {
  test: 'startsWith' | 'contains';
  lines: number[];
  /** How many values have it. */
  values: number;
}

/** Starts of texts, and elements of lists. A start that only one value has is left out: the whole value describes the lines better. */
function partsOf(values: readonly CountedValue[]): ValueTest[] {
  const parts = { startsWith: new Map<string, Part>(), contains: new Map<string, Part>() };
  const add = (test: Part['test'], json: string, lines: readonly number[]): void => {
    let part = parts[test].get(json);
    if (part === undefined) {
      part = { test, json, lines: new Array<number>(lines.length).fill(0), values: 0 };
      parts[test].set(json, part);
    }
    part.values += 1;
    addLines(part.lines, lines);
  };
  for (const { json, lines } of values) {
    if (json.startsWith('"') && json.includes('/')) {
      for (const start of startsOf(json)) add('startsWith', start, lines);
    } else if (json.startsWith('[') && json !== '[]') {
      for (const element of elementsOf(json)) add('contains', element, lines);
    }
  }
  return [...parts.startsWith.values(), ...parts.contains.values()]
    .filter((part) => part.values > 1 || part.test === 'contains')
    .map(({ values: _, ...part }) => part);
}

/** `/a/`, `/a/b/` and `/a/b/c/` of `/a/b/c/d`. */
function startsOf(json: string): string[] {
  // A text without escapes is its JSON without the quotes.
  const isPlain = !json.includes('\\');
  const text = isPlain ? json.slice(1, -1) : (parseJson(json) as string);
  const starts: string[] = [];
  let at = text.indexOf('/', 1);
  while (at >= 0 && starts.length < PREFIX_SLASHES) {
    // Two slashes in a row begin the host of a URL.
    if (text[at + 1] !== '/' && at + 1 < text.length) {
      const start = text.slice(0, at + 1);
      starts.push(isPlain ? `"${start}"` : printJson(start));
    }
    at = text.indexOf('/', text[at + 1] === '/' ? at + 2 : at + 1);
  }
  return starts;
}

function elementsOf(json: string): Set<string> {
  const list = parseJson(json) as Value[];
  return new Set(
    list.filter((element) => typeof element !== 'object' || element === null).map((one) => printJson(one)),
  );
}

/** `at least` and `below`, for quantiles of a number. */
function limitsOf(values: readonly CountedValue[]): ValueTest[] {
  const numbers = numbersOf(values);
  if (numbers.length < LEAST_NUMBERS) return [];
  const total = numbers[0]!.lines.map(() => 0);
  for (const { lines } of numbers) addLines(total, lines);
  const all = sumOf(total);
  const below = total.map(() => 0);
  const tests: ValueTest[] = [];
  let passed = 0;
  let next = 1;
  for (const [index, { json, lines }] of numbers.entries()) {
    if (index > 0 && passed >= (all * next) / LIMITS) {
      while (passed >= (all * next) / LIMITS) next += 1;
      tests.push({ test: 'below', json, lines: [...below] });
      tests.push({ test: 'atLeast', json, lines: total.map((count, sample) => count - below[sample]!) });
    }
    addLines(below, lines);
    passed += sumOf(lines);
  }
  return tests;
}

/**
 * Returns a limit as close to the lines of a sample as possible: the same of these lines are on its side, and as few of the others as can be.
 * @returns any other test unchanged
 */
export function tightened(test: ValueTest, values: readonly CountedValue[], sample: number): ValueTest {
  if (test.test !== 'atLeast' && test.test !== 'below') return test;
  const limit = Number(test.json);
  const numbers = numbersOf(values);
  const isAbove = test.test === 'atLeast';
  const inside = numbers.filter(({ number }) => number >= limit === isAbove);
  const own = inside.filter(({ lines }) => lines[sample]! > 0);
  const nearest = isAbove ? own[0] : numbers[numbers.indexOf(own.at(-1)!) + 1];
  if (nearest === undefined || own.length === 0) return test;
  const lines = test.lines.map(() => 0);
  for (const one of inside) if (one.number >= nearest.number === isAbove) addLines(lines, one.lines);
  return { test: test.test, json: nearest.json, lines };
}

/** The numbers among values, ascending. */
function numbersOf(values: readonly CountedValue[]) {
  return values
    .filter(({ json }) => /^-?\d/.test(json))
    .map(({ json, lines }) => ({ json, lines, number: Number(json) }))
    .sort((a, b) => a.number - b.number);
}

function addLines(sum: number[], lines: readonly number[]): void {
  for (let sample = 0; sample < lines.length; sample += 1) sum[sample]! += lines[sample]!;
}

function sumOf(lines: readonly number[]): number {
  let sum = 0;
  for (let sample = 0; sample < lines.length; sample += 1) sum += lines[sample]!;
  return sum;
}
