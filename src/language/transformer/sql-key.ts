// SQL text → text that is equal for SQL with the same tree. Knows no fields and no functions.
import { parseSql } from './parse-sql.ts';
import type { Syntax } from './syntax.ts';

/** Offsets, and quotes of names: not a part of the meaning. */
const IGNORED: ReadonlySet<string> = new Set(['from', 'to', 'isQuoted']);

/**
 * Returns text that is equal for valid SQL with the same tree: white space, comments, needless quotes and parentheses, `<>` or `!=`, `CAST` or
 * `::` are no difference. A column without an alias is named after its text: the names of columns must be compared, too.
 * @returns undefined for SQL that cannot be parsed, or with a clause that transformers do not support
 */
export function sqlKey(sql: string): string | undefined {
  let isWhole = true;
  const query = parseSql(sql, (code) => {
    isWhole = false;
    return code;
  });
  if (query === undefined || !isWhole) return undefined;
  return JSON.stringify(query, (key, value: unknown) => (IGNORED.has(key) ? undefined : withoutForm(value)));
}

/** The name of a function in one case, and nested chains of one operator as one chain. */
function withoutForm(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return value;
  const node = value as Syntax;
  if (node.kind === 'call') {
    const { text, isQuoted } = node.name;
    return { ...node, name: isQuoted ? text : text.toLowerCase() };
  }
  return node.kind === 'chain' ? { ...node, items: itemsOf(node, node.operator) } : node;
}

function itemsOf(node: Syntax, operator: string): Syntax[] {
  if (node.kind !== 'chain' || node.operator !== operator) return [node];
  return node.items.flatMap((item) => itemsOf(item, operator));
}
