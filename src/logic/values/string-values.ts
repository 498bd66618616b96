// Strings: decides whether any string has the wanted truth values, by building one. Exact for all operators together: a string joined from
// the required parts and a character that occurs in no pattern satisfies the truth values if any string does.
import { listOf, OPERATORS, type PositiveOperator } from '../../filter/index.ts';
import { FALSE, KNOWN, TRUE } from '../truths.ts';
import type { FieldTest, FieldValues } from './field-values.ts';
import { listedValues } from './listed-values.ts';

/** Characters that read well in a witness. */
const PREFERRED = 'xyzabcdefghijklmnopqrstuvwXYZ0123456789-_.';
/** Number of UTF-16 code units. */
const CODE_UNITS = 0x1_0000;

interface TextTest {
  readonly operator: PositiveOperator;
  readonly texts: readonly string[];
}

/** @returns undefined when the constants contain every character, so that none is left to separate them */
export function stringValues(tests: readonly FieldTest[]): FieldValues | undefined {
  const texts = tests.map(
    ({ compiled: { condition } }): TextTest => ({
      operator: OPERATORS[condition.operator].positive,
      texts: listOf(condition) as readonly string[],
    }),
  );
  const other = otherCharacter(texts.flatMap((test) => test.texts));
  if (other === undefined) return undefined;
  const isAnchored = texts.every(({ operator }) => operator !== 'contains' && operator !== 'endsWith');
  if (isAnchored) return listedValues(tests, anchoredTexts(texts, other));
  return builtTexts(tests, texts, other);
}

/**
 * Lists a string of every cell of `eq`, `in` and `startsWith`: a string equal to no constant is determined by the longest prefix that it has.
 */
function anchoredTexts(texts: readonly TextTest[], other: string): string[] {
  const all = [...new Set(texts.flatMap((test) => test.texts))];
  const prefixes = texts.filter(({ operator }) => operator === 'startsWith').map((test) => test.texts[0]!);
  return [...all, ...prefixes.map((prefix) => prefix + other), other];
}

function builtTexts(tests: readonly FieldTest[], texts: readonly TextTest[], other: string): FieldValues {
  const fits = (text: string, wanted: Uint8Array): boolean =>
    tests.every((test, index) => (wanted[index]! & (test.matches(text) ? TRUE : FALSE)) !== 0);
  const find = (wanted: Uint8Array): string | undefined => {
    if (wanted.some((truths) => (truths & KNOWN) === 0)) return undefined;
    const required = texts.filter((_, index) => (wanted[index]! & KNOWN) === TRUE);
    const equal = required.find(({ operator }) => operator === 'eq' || operator === 'in');
    const candidates = equal === undefined ? joinedTexts(required, other) : equal.texts;
    return candidates.find((text) => fits(text, wanted));
  };
  return { find, narrow: (wanted) => find(wanted) !== undefined };
}

/**
 * Joins the required parts, shorter forms first. The last form satisfies the wanted truth values if any string does: it starts with the longest
 * prefix, ends with the longest suffix, and any pattern that it matches beyond the required ones is within one of the parts, since no
 * pattern contains `other`; so each string with these parts matches that pattern too.
 */
function joinedTexts(required: readonly TextTest[], other: string): string[] {
  const partsOf = (wanted: PositiveOperator): string[] =>
    required.filter(({ operator }) => operator === wanted).map(({ texts }) => texts[0]!);
  const prefix = longest(partsOf('startsWith'));
  const suffix = longest(partsOf('endsWith'));
  const parts = partsOf('contains').filter(
    (part, index, all) =>
      !prefix.includes(part) &&
      !suffix.includes(part) &&
      !all.some((one, at) => at !== index && one.includes(part) && (one !== part || at < index)),
  );
  const all = [prefix, ...parts, suffix];
  return [
    all.reduce(overlapped),
    all.join(''),
    [prefix, ...parts, other, suffix].join(''),
    all.filter((text) => text !== '').join(other),
    all.join(other),
  ].filter((text) => text !== '');
}

/** Joins two texts; an end of the first that is a start of the second occurs once. */
function overlapped(first: string, second: string): string {
  for (let length = Math.min(first.length, second.length); length > 0; length -= 1) {
    if (first.endsWith(second.slice(0, length))) return first + second.slice(length);
  }
  return first + second;
}

function longest(texts: readonly string[]): string {
  return texts.reduce((found, text) => (text.length > found.length ? text : found), '');
}

/** A character that no text contains; undefined when they contain all. */
function otherCharacter(texts: readonly string[]): string | undefined {
  const used = new Set(texts.flatMap((text) => text.split('')));
  const readable = PREFERRED.split('').find((one) => !used.has(one));
  if (readable !== undefined || used.size === CODE_UNITS) return readable;
  for (let unit = 0; ; unit += 1) {
    const one = String.fromCharCode(unit);
    if (!used.has(one)) return one;
  }
}
