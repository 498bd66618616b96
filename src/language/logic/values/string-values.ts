// Texts of which conditions compare parts: which truth values tests can have together. Exact for all operators together: a text is one of
// the constants of whole texts, or it can be joined from the required parts and a character that occurs in no pattern.
import { printPlural, type Value } from '../../../base/index.ts';
import type { CompiledCondition, PositiveOperator } from '../../filter/index.ts';
import { FALSE, KNOWN, TRUE } from '../truths.ts';
import type { FieldValues } from './field-values.ts';
import { otherCharacter } from './other-character.ts';
import { type TextTest, TextTests, textTestOf } from './text-tests.ts';

/** Longest text of which shorter forms are tried: characters times tests. Chosen by headgate. */
const MAX_TRIED = 100_000_000;

/** Most time to compare the texts of one field with each other, in characters read: about a second, a few for repetitive texts. Chosen by headgate. */
const MAX_COMPARED = 500_000_000;
/** Length of the longest piece that two joined texts share: longer ones do not read better. Characters. Chosen by headgate. */
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
  if (time <= MAX_COMPARED) return partValues(tests, patterns, other);
  const length = tests.flatMap(({ texts }) => texts).reduce((sum, text) => sum + text.length, 0);
  return { beyond: `${field} has ${printPlural(tests.length, 'condition')} with ${printPlural(length, 'character')}` };
}

/** @param tests all different @param other a character that no pattern contains */
function partValues(tests: readonly TextTest[], texts: TextTests, other: string): FieldValues {
  const withOperator = (wanted: PositiveOperator): number[] =>
    [...tests.keys()].filter((test) => tests[test]!.operator === wanted);
  const ends = [withOperator('startsWith'), withOperator('endsWith')];
  /** For each test of a part: the tests that are true for every text for which it is. */
  const implied = tests.map((test, index) => (isWhole(test) ? [] : texts.impliedBy(index)));
  /** For each test: the tests of parts that imply it. */
  const implying = tests.map((): number[] => []);
  for (const [test, others] of implied.entries()) for (const one of others) implying[one]!.push(test);
  /** For each constant of tests of whole texts: the tests that are true for it. */
  const wholes: ReadonlyMap<string, readonly number[]> = wholesOf(tests, texts);
  /** Of each test while tests are narrowed: whether the required parts imply it. */
  const isImplied = new Uint8Array(tests.length);
  /** Whether it cannot be true together with what is required and forbidden, unless the text is one of the constants. */
  const isForbidden = new Uint8Array(tests.length);
  /** For how many of the possible constants it is true. */
  const counts = new Int32Array(tests.length);

  function find(wanted: Uint8Array): Value | undefined {
    const required = [...tests.keys()].filter((test) => (wanted[test]! & KNOWN) === TRUE);
    const whole = required.find((test) => isWhole(tests[test]!));
    if (whole !== undefined) return tests[whole]!.texts.find((text) => fits(text, wanted));
    const parts = partsOf(required);
    const last = separatedText(parts, other);
    if (last.length * tests.length > MAX_TRIED) return last;
    return joinedTexts(parts, other).find((text) => fits(text, wanted));
  }

  function narrow(wanted: Uint8Array): boolean {
    const isOther = markParts(wanted);
    const possible = countWholes(wanted);
    if (!isOther && possible === 0) return false;
    for (let test = 0; test < wanted.length; test += 1) {
      if ((wanted[test]! & KNOWN) !== KNOWN) continue;
      const mayBeTrue = isOther && isForbidden[test] === 0;
      const mayBeFalse = isOther && isImplied[test] === 0;
      if (!mayBeTrue && counts[test] === 0) wanted[test]! &= ~TRUE;
      else if (!mayBeFalse && counts[test] === possible) wanted[test]! &= ~FALSE;
    }
    return true;
  }

  /**
   * Marks the tests that a text other than the constants always or never fulfills.
   * @returns whether there is such a text
   */
  function markParts(wanted: Uint8Array): boolean {
    isImplied.fill(0);
    isForbidden.fill(0);
    for (const test of texts.always) isImplied[test] = 1;
    for (let test = 0; test < wanted.length; test += 1) {
      const { operator } = tests[test]!;
      if (isWhole({ operator })) isForbidden[test] = 1;
      if ((wanted[test]! & KNOWN) !== TRUE) continue;
      isImplied[test] = 1;
      for (const one of implied[test]!) isImplied[one] = 1;
    }
    for (const one of ends) markEnds(one, wanted);
    for (let test = 0; test < wanted.length; test += 1) {
      if ((wanted[test]! & KNOWN) !== FALSE) continue;
      if (isImplied[test] === 1) return false;
      for (const one of implying[test]!) isForbidden[one] = 1;
    }
    return !wanted.some((truths, test) => (truths & KNOWN) === TRUE && isForbidden[test] === 1);
  }

  /** Of the starts that a text has, each is a start of the longest one; likewise of the ends. */
  function markEnds(candidates: readonly number[], wanted: Uint8Array): void {
    let longest: number | undefined;
    for (const test of candidates) {
      if ((wanted[test]! & KNOWN) !== TRUE) continue;
      if (longest === undefined || lengthOf(test) > lengthOf(longest)) longest = test;
    }
    if (longest === undefined) return;
    for (const test of candidates) isForbidden[test] = 1;
    isForbidden[longest] = 0;
    for (const test of implied[longest]!) isForbidden[test] = 0;
    for (const test of implying[longest]!) isForbidden[test] = 0;
  }

  /** Counts the possible constants, all and for each test. @returns how many there are */
  function countWholes(wanted: Uint8Array): number {
    counts.fill(0);
    if (wholes.size === 0) return 0;
    let required = 0;
    for (const truths of wanted) if ((truths & KNOWN) === TRUE) required += 1;
    let possible = 0;
    for (const ofWhole of wholes.values()) {
      let fulfilled = 0;
      let isPossible = true;
      for (const test of ofWhole) {
        isPossible &&= (wanted[test]! & TRUE) !== 0;
        if ((wanted[test]! & KNOWN) === TRUE) fulfilled += 1;
      }
      if (!isPossible || fulfilled < required) continue;
      possible += 1;
      for (const test of ofWhole) counts[test]! += 1;
    }
    return possible;
  }

  function lengthOf(test: number): number {
    return tests[test]!.texts[0]!.length;
  }

  /** The parts that required tests have, without those within others. */
  function partsOf(required: readonly number[]): RequiredParts {
    const within = new Set(required.flatMap((test) => implied[test]!));
    const left = required.filter((test) => !within.has(test));
    const textsOf = (wanted: PositiveOperator): string[] =>
      left.filter((test) => tests[test]!.operator === wanted).map((test) => tests[test]!.texts[0]!);
    return { start: textsOf('startsWith')[0] ?? '', parts: textsOf('contains'), end: textsOf('endsWith')[0] ?? '' };
  }

  function fits(text: string, wanted: Uint8Array): boolean {
    const fulfilled = new Set([...texts.trueFor(text), ...(wholes.get(text) ?? [])]);
    return wanted.every((truths, test) => (truths & (fulfilled.has(test) ? TRUE : FALSE)) !== 0);
  }

  const work = [...implied, ...wholes.values()].reduce((sum, { length }) => sum + length, tests.length);
  return { find, narrow, work };
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
