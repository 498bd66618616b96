// Tree → expression text, on one line. Reading it back (parse-expression.ts) gives the same tree.
import { printJson } from '../base/index.ts';
import { type Condition, type Filter, listOf, type Node, type Scalar } from './node.ts';
import { OPERATORS } from './operator.ts';

/** Characters that JSON leaves as they are and that some terminals take for the end of a line. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

/** The filter as an expression; groups inside groups stand in parentheses. */
export function printExpression(filter: Filter): string {
  return printNode(filter.where, false);
}

/** One condition as an expression. */
export function printCondition(condition: Condition): string {
  const { key, operator } = condition;
  const { spelling, form, argument, isNegated } = OPERATORS[operator];
  const values = listOf(condition).map(printScalar).join(' ');
  const not = isNegated && operator !== '!eq' ? 'not ' : '';
  if (form === 'call') return `${not}${spelling}(${key}, ${values})`;
  return `${not}${key} ${spelling} ${argument === 'list' ? `{${values}}` : values}`;
}

/** A part of a filter as an expression. @param inside whether it stands in a group, and needs parentheses when it is one */
export function printNode(node: Node, inside: boolean): string {
  if (node.kind === 'condition') return printCondition(node);
  if (node.children.length === 1) return printNode(node.children[0]!, inside);
  const text = node.children.map((child) => printNode(child, true)).join(` ${node.kind} `);
  return inside ? `(${text})` : text;
}

function printScalar(value: Scalar): string {
  return printJson(value).replace(LINE_ENDS, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
