// The error for a text that is not a price: its place, with the text itself and a caret, like the error for a guard.
import { HeadgateError } from '../../base/index.ts';
import { excerptOf } from '../../language/filter/index.ts';

/** What is wrong with a price. */
export interface PriceFault {
  found: string;
  expected: string;
  /** How to fix it, if known. */
  fix?: string | undefined;
}

/** A syntax error in a price. */
export class PriceSyntaxError extends HeadgateError {
  /** Counts from 1. */
  readonly column: number;
  /** The text, and a caret below the place. */
  readonly excerpt: string;

  /** @param where the flag or the entry of the file: `--price` */
  constructor(where: string, text: string, offset: number, { found, expected, fix }: PriceFault) {
    const column = offset + 1;
    const advice = fix === undefined ? '' : `; ${fix}`;
    const excerpt = excerptOf(text, offset);
    super('price-syntax', `cannot parse ${where}, column ${column}: found ${found}, expected ${expected}${advice}`, {
      details: excerpt.split('\n').map((line) => `  ${line}`),
    });
    this.column = column;
    this.excerpt = excerpt;
  }
}
