// Tree → expression text on one line. parse-expression.ts parses the text back to the same tree.
import { printJson } from '../../base/index.ts';
import { type Condition, type Filter, listOf, type Node, type Scalar } from './node.ts';
import { OPERATORS } from './operator.ts';

/** Characters that JSON does not escape and that some terminals treat as a line end. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

/** Prints a filter as an expression, with parentheses around groups inside groups. */
export function printExpression(filter: Filter): string {
  return printNode(filter.where, false);
}

/** Prints one condition as an expression. */
export function printCondition(condition: Condition): string {
  const { key, operator } = condition;
  const { spelling, form, argument, isNegated } = OPERATORS[operator];
  const values = listOf(condition).map(printScalar).join(' ');
  const not = isNegated && operator !== '!eq' ? 'not ' : '';
  if (form === 'call') return `${not}${spelling}(${key}, ${values})`;
  return `${not}${key} ${spelling} ${argument === 'list' ? `{${values}}` : values}`;
}

/** Prints a part of a filter as an expression. @param inside whether the part is inside a group, so a group needs parentheses */
export function printNode(node: Node, inside: boolean): string {
  if (node.kind === 'condition') return printCondition(node);
  if (node.children.length === 1) return printNode(node.children[0]!, inside);
  const text = node.children.map((child) => printNode(child, true)).join(` ${node.kind} `);
  return inside ? `(${text})` : text;
}

function printScalar(value: Scalar): string {
  return printJson(value).replace(LINE_ENDS, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
