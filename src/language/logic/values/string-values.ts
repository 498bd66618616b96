// Texts of which conditions compare parts: which truth values tests can have together. Exact for all operators together: a text is one of
// the constants of whole texts, or it can be joined from the required parts and a character that occurs in no pattern.
import { printPlural, type Value } from '../../../base/index.ts';
import type { CompiledCondition, PositiveOperator } from '../../filter/index.ts';
import { FALSE, KNOWN, TRUE } from '../truths.ts';
import type { FieldValues } from './field-values.ts';
import { otherCharacter } from './other-character.ts';
import { type TextTest, TextTests, textTestOf } from './text-tests.ts';

/** Longest text of which shorter forms are tried: characters times tests. Ours. */
const MAX_TRIED = 100_000_000;

/** Most time to compare the texts of one field with each other, in characters read: about a second, a few for repetitive texts. Ours. */
const MAX_COMPARED = 500_000_000;
/** Length of the longest piece that two joined texts share: longer ones do not read better. Characters. Ours. */
const MAX_OVERLAP = 1_000;

/** What a text is required to have. */
interface RequiredParts {
  /** The text starts with it; may be empty. */
  readonly start: string;
  /** None is a part of another one, of the start or of the end. */
  readonly parts: readonly string[];
  /** The text ends with it; may be empty. */
  readonly end: string;
}

/**
 * @param conditions all on one field, with different tests
 * @returns the reason if the constants contain every character, so that none is left to separate them, or are too many or too long
 */
export function stringValues(conditions: readonly CompiledCondition[]): FieldValues | { readonly beyond: string } {
  const { field } = conditions[0]!;
  const tests = conditions.map(textTestOf);
  const other = otherCharacter(tests.flatMap(({ texts }) => texts));
  if (other === undefined) return { beyond: `the conditions on ${field} contain every character` };
  const patterns = new TextTests(tests);
  let time = 0;
  for (const { texts } of tests) for (const text of texts) time += patterns.timeFor(text);
  if (time <= MAX_COMPARED) return new StringValues(tests, patterns, other);
  const length = tests.flatMap(({ texts }) => texts).reduce((sum, text) => sum + text.length, 0);
  return { beyond: `${field} has ${printPlural(tests.length, 'condition')} with ${printPlural(length, 'character')}` };
}

class StringValues implements FieldValues {
  readonly work: number;
  readonly #tests: readonly TextTest[];
  readonly #other: string;
  readonly #texts: TextTests;
  readonly #starts: readonly number[];
  readonly #ends: readonly number[];
  /** For each test of a part: the tests that are true for every text for which it is. */
  readonly #implied: readonly (readonly number[])[];
  /** For each test: the tests of parts that imply it. */
  readonly #implying: readonly (readonly number[])[];
  /** For each constant of tests of whole texts: the tests that are true for it. */
  readonly #wholes: ReadonlyMap<string, readonly number[]>;
  /** Of each test while tests are narrowed: whether the required parts imply it. */
  readonly #isImplied: Uint8Array;
  /** Whether it cannot be true together with what is required and forbidden, unless the text is one of the constants. */
  readonly #isForbidden: Uint8Array;
  /** For how many of the possible constants it is true. */
  readonly #counts: Int32Array;

  constructor(tests: readonly TextTest[], texts: TextTests, other: string) {
    this.#tests = tests;
    this.#other = other;
    this.#texts = texts;
    const withOperator = (wanted: PositiveOperator): number[] =>
      [...tests.keys()].filter((test) => tests[test]!.operator === wanted);
    this.#starts = withOperator('startsWith');
    this.#ends = withOperator('endsWith');
    this.#implied = tests.map((test, index) => (isWhole(test) ? [] : this.#texts.impliedBy(index)));
    const implying = tests.map((): number[] => []);
    for (const [test, implied] of this.#implied.entries()) for (const one of implied) implying[one]!.push(test);
    this.#implying = implying;
    this.#wholes = wholesOf(tests, this.#texts);
    this.#isImplied = new Uint8Array(tests.length);
    this.#isForbidden = new Uint8Array(tests.length);
    this.#counts = new Int32Array(tests.length);
    this.work = [...this.#implied, ...this.#wholes.values()].reduce((sum, { length }) => sum + length, tests.length);
  }

  find(wanted: Uint8Array): Value | undefined {
    const required = [...this.#tests.keys()].filter((test) => (wanted[test]! & KNOWN) === TRUE);
    const whole = required.find((test) => isWhole(this.#tests[test]!));
    if (whole !== undefined) return this.#tests[whole]!.texts.find((text) => this.#fits(text, wanted));
    const parts = this.#partsOf(required);
    const last = separatedText(parts, this.#other);
    if (last.length * this.#tests.length > MAX_TRIED) return last;
    return joinedTexts(parts, this.#other).find((text) => this.#fits(text, wanted));
  }

  narrow(wanted: Uint8Array): boolean {
    const isOther = this.#markParts(wanted);
    const wholes = this.#countWholes(wanted);
    if (!isOther && wholes === 0) return false;
    for (let test = 0; test < wanted.length; test += 1) {
      if ((wanted[test]! & KNOWN) !== KNOWN) continue;
      const mayBeTrue = isOther && this.#isForbidden[test] === 0;
      const mayBeFalse = isOther && this.#isImplied[test] === 0;
      if (!mayBeTrue && this.#counts[test] === 0) wanted[test]! &= ~TRUE;
      else if (!mayBeFalse && this.#counts[test] === wholes) wanted[test]! &= ~FALSE;
    }
    return true;
  }

  /**
   * Marks the tests that a text other than the constants always or never fulfills.
   * @returns whether there is such a text
   */
  #markParts(wanted: Uint8Array): boolean {
    const isImplied = this.#isImplied.fill(0);
    const isForbidden = this.#isForbidden.fill(0);
    for (const test of this.#texts.always) isImplied[test] = 1;
    for (let test = 0; test < wanted.length; test += 1) {
      const { operator } = this.#tests[test]!;
      if (isWhole({ operator })) isForbidden[test] = 1;
      if ((wanted[test]! & KNOWN) !== TRUE) continue;
      isImplied[test] = 1;
      for (const one of this.#implied[test]!) isImplied[one] = 1;
    }
    for (const ends of [this.#starts, this.#ends]) this.#markEnds(ends, wanted);
    for (let test = 0; test < wanted.length; test += 1) {
      if ((wanted[test]! & KNOWN) !== FALSE) continue;
      if (isImplied[test] === 1) return false;
      for (const one of this.#implying[test]!) isForbidden[one] = 1;
    }
    return !wanted.some((truths, test) => (truths & KNOWN) === TRUE && isForbidden[test] === 1);
  }

  /** Of the starts that a text has, each is a start of the longest one; likewise of the ends. */
  #markEnds(tests: readonly number[], wanted: Uint8Array): void {
    let longest: number | undefined;
    for (const test of tests) {
      if ((wanted[test]! & KNOWN) !== TRUE) continue;
      if (longest === undefined || this.#lengthOf(test) > this.#lengthOf(longest)) longest = test;
    }
    if (longest === undefined) return;
    for (const test of tests) this.#isForbidden[test] = 1;
    this.#isForbidden[longest] = 0;
    for (const test of this.#implied[longest]!) this.#isForbidden[test] = 0;
    for (const test of this.#implying[longest]!) this.#isForbidden[test] = 0;
  }

  /** Counts the possible constants, all and for each test. @returns how many there are */
  #countWholes(wanted: Uint8Array): number {
    this.#counts.fill(0);
    if (this.#wholes.size === 0) return 0;
    let required = 0;
    for (const truths of wanted) if ((truths & KNOWN) === TRUE) required += 1;
    let possible = 0;
    for (const tests of this.#wholes.values()) {
      let fulfilled = 0;
      let isPossible = true;
      for (const test of tests) {
        isPossible &&= (wanted[test]! & TRUE) !== 0;
        if ((wanted[test]! & KNOWN) === TRUE) fulfilled += 1;
      }
      if (!isPossible || fulfilled < required) continue;
      possible += 1;
      for (const test of tests) this.#counts[test]! += 1;
    }
    return possible;
  }

  #lengthOf(test: number): number {
    return this.#tests[test]!.texts[0]!.length;
  }

  /** The parts that required tests have, without those within others. */
  #partsOf(required: readonly number[]): RequiredParts {
    const implied = new Set(required.flatMap((test) => this.#implied[test]!));
    const left = required.filter((test) => !implied.has(test));
    const textsOf = (wanted: PositiveOperator): string[] =>
      left.filter((test) => this.#tests[test]!.operator === wanted).map((test) => this.#tests[test]!.texts[0]!);
    return { start: textsOf('startsWith')[0] ?? '', parts: textsOf('contains'), end: textsOf('endsWith')[0] ?? '' };
  }

  #fits(text: string, wanted: Uint8Array): boolean {
    const fulfilled = new Set([...this.#texts.trueFor(text), ...(this.#wholes.get(text) ?? [])]);
    return wanted.every((truths, test) => (truths & (fulfilled.has(test) ? TRUE : FALSE)) !== 0);
  }
}

/**
 * Joins required parts by a character. The text satisfies the wanted truth values if any text does: any pattern that it matches beyond the
 * required ones is within one of the parts, since no pattern contains `other`; so each text with these parts matches that pattern too.
 */
function separatedText({ start, parts, end }: RequiredParts, other: string): string {
  return [start, ...parts, end].join(other);
}

/** Lists forms that are shorter than {@link separatedText} and need not satisfy the truth values, and last that text. */
function joinedTexts(required: RequiredParts, other: string): string[] {
  const { start, parts, end } = required;
  const all = [start, ...parts, end];
  return [
    all.reduce(overlapped),
    all.join(''),
    [start, ...parts, other, end].join(''),
    all.filter((text) => text !== '').join(other),
    separatedText(required, other),
  ].filter((text) => text !== '');
}

/** Joins two texts; an end of the first that is a start of the second occurs once. */
function overlapped(first: string, second: string): string {
  for (let length = Math.min(first.length, second.length, MAX_OVERLAP); length > 0; length -= 1) {
    if (first.endsWith(second.slice(0, length))) return first + second.slice(length);
  }
  return first + second;
}

/** Whether a test compares whole texts. */
function isWhole({ operator }: Pick<TextTest, 'operator'>): boolean {
  return operator === 'eq' || operator === 'in';
}

function wholesOf(tests: readonly TextTest[], patterns: TextTests): Map<string, number[]> {
  const wholes = new Map<string, number[]>();
  for (const [index, test] of tests.entries()) {
    if (!isWhole(test)) continue;
    for (const text of new Set(test.texts)) {
      const fulfilled = wholes.get(text) ?? patterns.trueFor(text);
      wholes.set(text, fulfilled);
      fulfilled.push(index);
    }
  }
  return wholes;
}
