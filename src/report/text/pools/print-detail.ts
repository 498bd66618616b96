// Prints what belongs to a pool or a policy below its name: a label, and a text beside it.
import { padded, paint, type Style, wrap } from '../style.ts';

/** Columns before the lines below a name. */
export const INDENT = 4;
/** Width of the labels: the longest is `found`. */
const LABEL_COLUMNS = 7;
/** Minimum width of a wrapped text. Columns. */
const LEAST_COLUMNS = 20;

/** Prints a label and a text, which is wrapped. */
export function printDetail(label: string, text: string, style: Style): string[] {
  const free = Math.max(LEAST_COLUMNS, style.width - INDENT - LABEL_COLUMNS);
  return wrap(text, free).map((line, index) => {
    const shown = index === 0 ? label : '';
    return `${' '.repeat(INDENT)}${paint(style, 'dim', padded(shown, LABEL_COLUMNS))}${line}`;
  });
}
