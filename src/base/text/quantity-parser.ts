// What a guard and a price share: reads a short text from outside piece by piece, with numbers and units as users write them, and keeps the
// place for errors. Knows no figures.
import { nearest } from '../nearest.ts';
import { SAFE_DIGITS } from '../value.ts';

/** A number as users write it. Thousands may be separated by `_`, not by `,`: some readers take `1,250` for 1250, others for 1.25. Sticky. */
const WRITTEN_NUMBER = /(?:[1-9]\d{0,2}(?:_\d{3})+|\d+)(?:\.\d+)?/y;

const SPACE = /\s*/y;

/** How a kind of text differs from others. */
interface QuantitySyntax {
  /** Of the whole text: `price`. */
  noun: string;
  /** What an error names at its place. */
  word: RegExp;
  /** What follows a number that is not one. Sticky. */
  moreOfNumber: RegExp;
}

/** The text, and the place of the next piece. */
export abstract class QuantityParser {
  protected readonly text: string;
  /** Offset of the next piece. UTF-16 units. */
  protected at = 0;
  readonly #syntax: QuantitySyntax;

  constructor(text: string, syntax: QuantitySyntax) {
    this.text = text;
    this.#syntax = syntax;
  }

  /** Throws the error for a fault at an offset. */
  protected abstract fail(at: number, found: string, expected: string, fix?: string): never;

  /** Reads what a sticky pattern matches at the place; empty if it does not match there. */
  protected match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  /** Skips white space. @returns the place after it */
  protected skipSpace(): number {
    this.match(SPACE);
    return this.at;
  }

  /** Reads a number. @param expected in an error @returns its digits and its decimal point */
  protected number(expected: string): string {
    const { at } = this;
    const number = this.match(WRITTEN_NUMBER);
    const whole = number + this.match(this.#syntax.moreOfNumber);
    if (number === '' || whole !== number) {
      const found = whole === '' ? this.found(at) : `"${whole}"`;
      this.fail(at, found, expected, commaFix(whole) ?? exponentFix(whole));
    }
    const digits = number.replaceAll(/[_.]/g, '').length;
    if (digits > SAFE_DIGITS) this.fail(at, `a number of ${digits} digits`, `at most ${SAFE_DIGITS} digits`);
    return number.replaceAll('_', '');
  }

  /** Names the word, or the character, at a place. @param known the word, if it was read */
  protected found(at: number, known = ''): string {
    const { noun, word } = this.#syntax;
    if (at >= this.text.length) return `the end of the ${noun}`;
    return JSON.stringify(known === '' ? (word.exec(this.text.slice(at))?.[0] ?? '') : known);
  }
}

/** Returns the unit that is most likely meant: in other letters, or, for more than two letters, nearly the same. @param similar those that may be nearly the same */
export function nearestUnit(name: string, units: readonly string[], similar = units): string | undefined {
  const folded = units.find((unit) => unit.toLowerCase() === name.toLowerCase());
  return folded ?? (name.length > 2 ? nearest(name, similar) : undefined);
}

/**
 * Returns how to write a number with commas. `1,250` may mean two numbers: both are named.
 * @param number such as `0,5` or `21,957,000`
 * @returns `write 1_250 or 1.250`; undefined for any other text
 */
function commaFix(number: string): string | undefined {
  if (!/^\d+(?:,\d+)+$/.test(number)) return undefined;
  const thousands = /^[1-9]\d{0,2}(?:,\d{3})+$/.test(number) ? number.replaceAll(',', '_') : undefined;
  const decimal = number.split(',').length === 2 ? number.replace(',', '.') : undefined;
  const fixes = [thousands, decimal].filter((fix) => fix !== undefined);
  return fixes.length === 0 ? undefined : `write ${fixes.join(' or ')}`;
}

/**
 * Returns how to write a number with an exponent.
 * @param number such as `1e3`
 * @returns `write 1000`; undefined for any other text, and for a number of too many digits
 */
function exponentFix(number: string): string | undefined {
  if (!/^\d+(?:\.\d+)?e[+-]?\d{1,3}$/i.test(number)) return undefined;
  const plain = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: SAFE_DIGITS }).format(
    Number(number),
  );
  // A number too small for a double is 0 without being 0.
  const isZero = Number(number) === 0 && /[1-9]/.test(number.replace(/e.*/i, ''));
  const isSame = !isZero && Number(plain) === Number(number) && plain.replace('.', '').length <= SAFE_DIGITS;
  return isSame ? `write ${plain}` : undefined;
}
