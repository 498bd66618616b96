// A condition of WHERE → a part of a filter that has the same truth value on every record that contains its fields, with values of their types.
// Reads the operators between the parts of an expression: their places are in the SQL.
import type { Dataset, FieldType } from '../dataset/index.ts';
import { type Condition, type Node, negated, operatorsFor, type Scalar } from '../filter/index.ts';
import type { Expression } from '../transformer/index.ts';

/** Comments, which may contain anything. */
const COMMENTS = /--[^\n]*|\/\*[\s\S]*?\*\//g;
/** What surrounds an operator and does not belong to it. */
const AROUND = /[()\s,]+/g;

const COMPARISONS: Readonly<Record<string, Condition['operator']>> = {
  '=': 'eq',
  '==': 'eq',
  '<>': '!eq',
  '!=': '!eq',
  '<': 'lt',
  '<=': 'leq',
  '>': 'gt',
  '>=': 'geq',
};
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const CALLS: Readonly<Record<string, Condition['operator']>> = {
  STARTS_WITH: 'startsWith',
  ENDS_WITH: 'endsWith',
  CONTAINS: 'contains',
  ARRAY_HAS: 'contains',
  ARRAY_CONTAINS: 'contains',
  LIST_HAS: 'contains',
  LIST_CONTAINS: 'contains',
};
/** Types whose conditions have the same meaning in both languages. Timestamps depend on `timestamp_format`, and floats are binary in SQL. */
const SAME_TYPES: readonly FieldType[] = ['string', 'int', 'bool', 'array[string]', 'array[int]'];

/** Returns the part of a filter; undefined if there is none with the same meaning. @param sql that the expression is a part of */
export function nodeOfExpression(expression: Expression, sql: string, dataset: Dataset): Node | undefined {
  const { children } = expression;
  if (children.length === 0) return booleanNode(expression, dataset);
  const between = betweenNode(expression, sql, dataset);
  if (between !== undefined) return between;
  const pieces = piecesOf(expression, sql);
  if (pieces === undefined) return undefined;
  const [prefix, ...operators] = pieces;
  const suffix = operators.pop()!;
  const [first, second] = children as [Expression, Expression | undefined];
  if (second === undefined) {
    if (prefix === 'NOT' && suffix === '') return notNode(nodeOfExpression(first, sql, dataset));
    const isTrue = { 'IS TRUE': true, 'IS FALSE': false }[prefix === '' ? suffix : ''];
    const node = isTrue === undefined ? undefined : booleanNode(first, dataset);
    return isTrue === false ? notNode(node) : node;
  }
  if (prefix === '' && suffix === '' && operators.every((one) => one === 'AND' || one === 'OR')) {
    if (new Set(operators).size !== 1) return undefined;
    const nodes = children.map((child) => nodeOfExpression(child, sql, dataset));
    const known = nodes.filter((node) => node !== undefined);
    return known.length < nodes.length ? undefined : { kind: operators[0] === 'AND' ? 'and' : 'or', children: known };
  }
  if (suffix !== '') return undefined;
  const call = CALLS[prefix!];
  if (call !== undefined) return children.length === 2 ? condition(first, call, [second], dataset) : undefined;
  if (prefix !== '') return undefined;
  const [operator] = operators as [string];
  if ((operator === 'IN' || operator === 'NOT IN') && operators.slice(1).every((one) => one === ''))
    return condition(first, operator === 'IN' ? 'in' : '!in', children.slice(1), dataset);
  if (children.length !== 2) return undefined;
  if (operator === 'LIKE' || operator === 'NOT LIKE') return likeNode(first, second, operator === 'NOT LIKE', dataset);
  const comparison = COMPARISONS[operator];
  if (comparison === undefined) return undefined;
  return first.fields.length > 0
    ? condition(first, comparison, [second], dataset)
    : condition(second, COMPARISONS[MIRRORED[operator] ?? operator]!, [first], dataset);
}

/** `a BETWEEN b AND c`, which consists of two comparisons with the same text. */
function betweenNode({ from, to, children }: Expression, sql: string, dataset: Dataset): Node | undefined {
  const isWhole = (one: Expression): boolean => one.from === from && one.to === to;
  if (children.length !== 2 || !children.every(isWhole)) return undefined;
  const [[field, low], [, high]] = children.map((one) => one.children) as [Expression[], Expression[]];
  if (field === undefined || low === undefined || high === undefined) return undefined;
  const operator = wordsOf(sql.slice(field.to, low.from));
  if (operator !== 'BETWEEN' && operator !== 'NOT BETWEEN') return undefined;
  const parts = [condition(field, 'geq', [low], dataset), condition(field, 'leq', [high], dataset)];
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  const node: Node = { kind: 'and', children: known };
  return operator === 'BETWEEN' ? node : negated(node);
}

/** Text in capitals, without comments and parentheses. */
function wordsOf(text: string): string {
  return text.replace(COMMENTS, ' ').replace(AROUND, ' ').trim().toUpperCase();
}

/** The text before, between and after the children, in capitals and without parentheses; undefined if they are not in their order. */
function piecesOf({ from, to, children }: Expression, sql: string): string[] | undefined {
  const ends = [{ from, to: from }, ...children, { from: to, to }];
  const pieces: string[] = [];
  for (let index = 1; index < ends.length; index += 1) {
    const [start, end] = [ends[index - 1]!.to, ends[index]!.from];
    if (start > end) return undefined;
    pieces.push(wordsOf(sql.slice(start, end)));
  }
  return pieces;
}

/** A field that is a boolean. */
function booleanNode({ text, fields, children }: Expression, dataset: Dataset): Node | undefined {
  const name = fieldOf({ text, fields, children });
  if (name === undefined || dataset.fields.get(name)?.type !== 'bool') return undefined;
  return { kind: 'condition', key: name, operator: 'eq', value: true };
}

function notNode(node: Node | undefined): Node | undefined {
  return node && negated(node);
}

/** The field that an expression is, without a change. */
function fieldOf({ text, fields, children }: Pick<Expression, 'text' | 'fields' | 'children'>): string | undefined {
  const [name] = fields;
  return children.length === 0 && fields.length === 1 && text.replaceAll('"', '') === name ? name : undefined;
}

function condition(
  expression: Expression,
  operator: Condition['operator'],
  constants: readonly Expression[],
  dataset: Dataset,
): Node | undefined {
  const key = fieldOf(expression);
  const type = key === undefined ? undefined : dataset.fields.get(key)?.type;
  if (key === undefined || type === undefined || !SAME_TYPES.includes(type)) return undefined;
  if (!operatorsFor(type).includes(operator)) return undefined;
  const values = constants.map((one) => constantOf(one, type));
  const known = values.filter((value) => value !== undefined);
  if (known.length < values.length || known.length === 0) return undefined;
  return { kind: 'condition', key, operator, value: operator === 'in' || operator === '!in' ? known : known[0]! };
}

function constantOf(expression: Expression, type: FieldType): Scalar | undefined {
  if (expression.fields.length > 0) return undefined;
  const result = expression.evaluate(new Map());
  if (result.outcome !== 'value') return undefined;
  const { value } = result;
  if (type === 'string' || type === 'array[string]') return typeof value === 'string' ? value : undefined;
  if (type === 'bool') return typeof value === 'boolean' ? value : undefined;
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value)) ? value : undefined;
}

/** Characters of LIKE with a meaning. */
const SPECIAL = /[%_\\]/;

function likeNode(field: Expression, pattern: Expression, isNegated: boolean, dataset: Dataset): Node | undefined {
  const text = constantOf(pattern, 'string');
  if (typeof text !== 'string') return undefined;
  const [starts, ends] = [text.startsWith('%'), text.length > 1 && text.endsWith('%')];
  const inner = text.slice(starts ? 1 : 0, ends ? -1 : undefined);
  if (inner === '' || SPECIAL.test(inner)) return undefined;
  const operator = starts ? (ends ? 'contains' : 'endsWith') : ends ? 'startsWith' : 'eq';
  const key = fieldOf(field);
  if (key === undefined || dataset.fields.get(key)?.type !== 'string') return undefined;
  const node: Node = { kind: 'condition', key, operator, value: inner };
  return isNegated ? negated(node) : node;
}
