// Compares the SQL of two transformers by its lines, for people. Pure.

/** A line of SQL in a difference. */
export interface SqlLine {
  readonly kind: 'same' | 'add' | 'remove';
  readonly text: string;
}

/** Lines of the one text times lines of the other up to which they are compared one by one. Our own limit. */
const MAX_COMPARED = 4_000_000;

/** Lists the lines of the new text in their order, with removed ones at their place. */
export function compareSqlLines(from: string, to: string): SqlLine[] {
  const [old, next] = [linesOf(from), linesOf(to)];
  const head = commonStart(old, next);
  const tail = commonStart(old.slice(head).reverse(), next.slice(head).reverse());
  const same = (lines: readonly string[]): SqlLine[] => lines.map((text) => ({ kind: 'same', text }));
  return [
    ...same(next.slice(0, head)),
    ...compareMiddle(old.slice(head, old.length - tail), next.slice(head, next.length - tail)),
    ...same(next.slice(next.length - tail)),
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

/** By the longest common subsequence. */
function compareMiddle(old: readonly string[], next: readonly string[]): SqlLine[] {
  if (old.length * next.length > MAX_COMPARED) return [...signed('remove', old), ...signed('add', next)];
  const width = next.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  for (let a = old.length - 1; a >= 0; a -= 1) {
    for (let b = next.length - 1; b >= 0; b -= 1) {
      const [down, right] = [common[(a + 1) * width + b]!, common[a * width + b + 1]!];
      common[a * width + b] = old[a] === next[b] ? common[(a + 1) * width + b + 1]! + 1 : Math.max(down, right);
    }
  }
  const lines: SqlLine[] = [];
  let [a, b] = [0, 0];
  while (a < old.length && b < next.length) {
    if (old[a] === next[b]) {
      lines.push({ kind: 'same', text: next[b]! });
      [a, b] = [a + 1, b + 1];
    } else if (common[(a + 1) * width + b]! >= common[a * width + b + 1]!) {
      lines.push({ kind: 'remove', text: old[a]! });
      a += 1;
    } else {
      lines.push({ kind: 'add', text: next[b]! });
      b += 1;
    }
  }
  return [...lines, ...signed('remove', old.slice(a)), ...signed('add', next.slice(b))];
}

function signed(kind: SqlLine['kind'], lines: readonly string[]): SqlLine[] {
  return lines.map((text) => ({ kind, text }));
}
