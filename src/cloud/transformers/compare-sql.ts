// Compares the SQL of two transformers by its lines, for people. Pure.

/** A line of SQL in a difference. */
export interface SqlLine {
  readonly kind: 'same' | 'add' | 'remove';
  readonly text: string;
}

/** Lists the lines that both texts begin with, the removed ones, the added ones, and those that both end with. */
export function compareSqlLines(from: string, to: string): SqlLine[] {
  const [old, next] = [linesOf(from), linesOf(to)];
  const head = commonStart(old, next);
  const tail = commonStart(old.slice(head).reverse(), next.slice(head).reverse());
  const marked = (kind: SqlLine['kind'], lines: readonly string[]) => lines.map((text): SqlLine => ({ kind, text }));
  return [
    ...marked('same', next.slice(0, head)),
    ...marked('remove', old.slice(head, old.length - tail)),
    ...marked('add', next.slice(head, next.length - tail)),
    ...marked('same', next.slice(next.length - tail)),
  ];
}

/** Returns the text as it is compared: white space at its end, and the form of line ends, are no difference. */
export function sqlText(sql: string): string {
  return linesOf(sql).join('\n');
}

function linesOf(sql: string): string[] {
  return sql.trimEnd().split(/\r?\n/);
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  const end = a.findIndex((line, index) => line !== b[index]);
  return end < 0 ? a.length : end;
}
