// Prints a sentence after a label, such as `warning:`, wrapped below itself.
import { columnsOf } from '../../base/index.ts';
import { paint, type Style, wrap } from './style.ts';

/** Minimum width of a wrapped remark. Columns. */
const LEAST_COLUMNS = 20;

/** A label with its color. */
export interface RemarkLabel {
  text: string;
  color: 'red' | 'yellow' | 'dim' | 'green';
}

export const PROBLEM: RemarkLabel = { text: 'problem:', color: 'red' };
export const WARNING: RemarkLabel = { text: 'warning:', color: 'yellow' };
export const NOTE: RemarkLabel = { text: 'note:', color: 'dim' };
export const PROVEN: RemarkLabel = { text: '✓', color: 'green' };

/** Prints a remark. @param indent columns before each line */
export function printRemark({ text, color }: RemarkLabel, sentence: string, indent: number, style: Style): string[] {
  const below = indent + columnsOf(text) + 1;
  return wrap(sentence, Math.max(LEAST_COLUMNS, style.width - below)).map((line, index) =>
    index === 0 ? `${' '.repeat(indent)}${paint(style, color, text)} ${line}` : `${' '.repeat(below)}${line}`,
  );
}
