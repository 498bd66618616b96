// The error for a text that is not a guard: its place, with the text itself and a caret, like the error for an expression.
import { HeadgateError } from '../../base/index.ts';
import { excerptOf } from '../../language/filter/index.ts';

/** What is wrong with a guard. */
interface GuardFault {
  found: string;
  expected: string;
  /** How to fix it, if known. */
  fix: string | undefined;
}

/** A syntax error in a guard. */
export class GuardSyntaxError extends HeadgateError {
  /** Counts from 1. */
  readonly column: number;
  /** The text, and a caret below the place. */
  readonly excerpt: string;
  /** A sentence without the excerpt. */
  readonly summary: string;

  constructor(text: string, offset: number, { found, expected, fix }: GuardFault) {
    const column = offset + 1;
    const summary = `invalid guard, column ${column}: found ${found}, expected ${expected}${fix === undefined ? '' : `; ${fix}`}`;
    const excerpt = excerptOf(text, offset);
    super('guard-syntax', `${summary}\n${excerpt}`);
    this.column = column;
    this.summary = summary;
    this.excerpt = excerpt;
  }
}
