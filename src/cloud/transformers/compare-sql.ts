// Compares the SQL of two transformers by its lines, for people. Pure.
import { diffArrays } from 'diff';

/** A line of SQL in a difference. */
export interface SqlLine {
  readonly kind: 'same' | 'add' | 'remove';
  readonly text: string;
}

/** Changed lines up to which both texts are compared line by line. Ours. */
const MAX_CHANGED = 2000;

/** Lists the lines of the new text in their order, with removed ones at their place. */
export function compareSqlLines(from: string, to: string): SqlLine[] {
  const [old, next] = [linesOf(from), linesOf(to)];
  const parts = diffArrays(old, next, { maxEditLength: MAX_CHANGED }) ?? [
    { value: old, removed: true, added: false },
    { value: next, removed: false, added: true },
  ];
  return parts.flatMap(({ value, added, removed }) => {
    const kind = added ? 'add' : removed ? 'remove' : 'same';
    return value.map((text): SqlLine => ({ kind, text }));
  });
}

/** Returns the text as it is compared: white space at its end, and the form of line ends, are no difference. */
export function sqlText(sql: string): string {
  return linesOf(sql).join('\n');
}

function linesOf(sql: string): string[] {
  return sql.trimEnd().split(/\r?\n/);
}
