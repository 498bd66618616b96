// The error for a text that is not an expression, formatted like a compiler error: line, column, the line itself and a caret.
import { characterAt, columnsOf, HeadgateError, startOf } from '../../../base/index.ts';

/** Characters shown before and after the error; a line no longer than their sum is shown whole. */
const SHOWN_BEFORE = 60;
const SHOWN_AFTER = 40;

/** A position in a text. `line` and `column` count from 1, `offset` counts UTF-16 units from 0. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A syntax error in an expression. The message ends with the affected line and a caret below the position. */
export class ExpressionSyntaxError extends HeadgateError implements TextPlace {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly found: string;
  readonly expected: string;
  /** How to fix it, if known. */
  readonly fix: string | undefined;
  /** The affected line, and a caret below the position. */
  readonly excerpt: string;

  constructor(text: string, offset: number, found: string, expected: string, fix?: string) {
    const { line, column } = placeOf(text, offset);
    const excerpt = excerptOf(text, offset);
    const advice = fix === undefined ? '' : `; ${fix}`;
    super(
      'expression-syntax',
      `line ${line}, column ${column}: found ${found}, expected ${expected}${advice}\n${excerpt}`,
      {
        kind: 'negative',
      },
    );
    this.line = line;
    this.column = column;
    this.offset = offset;
    this.found = found;
    this.expected = expected;
    this.fix = fix;
    this.excerpt = excerpt;
  }
}

/** Converts an offset to a line and column. */
export function placeOf(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset);
  const lines = before.split('\n');
  return { line: lines.length, column: lines.at(-1)!.length + 1, offset };
}

/** Returns the line that contains the offset, shortened to a readable length, and a caret below the position. */
export function excerptOf(text: string, offset: number): string {
  const start = text.slice(0, offset).lastIndexOf('\n') + 1;
  const next = text.indexOf('\n', offset);
  const end = next < 0 ? text.length : next;
  const isShort = end - start <= SHOWN_BEFORE + SHOWN_AFTER;
  const from = isShort ? start : Math.max(start, characterAt(text, Math.max(0, offset - SHOWN_BEFORE)));
  const to = isShort ? end : offset + startOf(text.slice(offset, end), SHOWN_AFTER).length;
  const before = `${from > start ? '…' : ''}${text.slice(from, offset)}`;
  const after = `${text.slice(offset, to)}${to < end ? '…' : ''}`;
  const blanks = visible(before)
    .split('\t')
    .map((part) => ' '.repeat(columnsOf(part)))
    .join('\t');
  return `${visible(before + after)}\n${blanks}^`;
}

/** Replaces control characters, which could move the cursor of a terminal. */
function visible(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd');
}
