// Replaces values by pseudonyms of the same type and length. A pseudonym depends on the field and on the number of the value in the
// suite, never on the value's characters: it cannot be computed from a guessed value. docs/filter-tests.md, "Personal data" has the rule.
import { createRandom, HugeInteger, integerOf, type Value } from '../../base/index.ts';

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const IPV6 = /^[0-9a-f]*:[0-9a-f:.]*$/i;
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';

/** The characters of a text that stay as they are: those that the filter itself names. */
export type Kept = (text: string) => ReadonlySet<number>;

/** Returns an integer from 0 below a limit. */
type Random = (below: number) => number;

/**
 * Returns a pseudonym of a value: of texts, each letter becomes another letter of the same case and each digit a digit, and IP addresses
 * stay addresses; of integers, the sign and the number of digits stay. Lists and objects keep their shape and keys. Null, booleans, empty
 * values and fractions are returned as they are.
 * @param seeds numbers that identify the field, the value and the attempt
 */
export function pseudonymOf(value: Value, kept: Kept, ...seeds: readonly number[]): Value {
  return replaced(value, kept, createRandom(...seeds));
}

function replaced(value: Value, kept: Kept, random: Random): Value {
  if (typeof value === 'string') return replacedText(value, kept(value), random);
  if (typeof value === 'number' || typeof value === 'bigint') return replacedInteger(String(value), random);
  if (value instanceof HugeInteger) return replacedInteger(value.text, random);
  if (Array.isArray(value)) return value.map((one) => replaced(one, kept, random));
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [key, replaced(one, kept, random)]));
  return value;
}

function replacedText(text: string, kept: ReadonlySet<number>, random: Random): string {
  if (IPV4.test(text)) return replacedIpv4(text, kept, random);
  const isHex = IPV6.test(text);
  let result = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]!;
    result += kept.has(index) ? character : replacedCharacter(character, isHex, random);
  }
  return result;
}

function replacedCharacter(character: string, isHex: boolean, random: Random): string {
  if (DIGITS.includes(character)) return DIGITS[random(10)]!;
  const lower = character.toLowerCase();
  if (LOWER.includes(lower)) {
    const other = LOWER[random(isHex ? 6 : 26)]!;
    return lower === character ? other : other.toUpperCase();
  }
  // Letters of other scripts: their units, so that no part of a character is left over.
  return character > '\u007f' ? 'x' : character;
}

/** Replaces each number of an address by one of as many digits. */
function replacedIpv4(text: string, kept: ReadonlySet<number>, random: Random): string {
  let at = 0;
  return text
    .split('.')
    .map((part) => {
      const isKept = [...part].every((_, index) => kept.has(at + index));
      at += part.length + 1;
      if (isKept) return part;
      return String(part.length === 1 ? random(10) : part.length === 2 ? 10 + random(90) : 100 + random(156));
    })
    .join('.');
}

function replacedInteger(text: string, random: Random): Value {
  const sign = text.startsWith('-') ? '-' : '';
  const digits = [...text.slice(sign.length)].map((_, index) => (index === 0 ? 1 + random(9) : random(10)));
  return integerOf(`${sign}${digits.join('')}`)!;
}
