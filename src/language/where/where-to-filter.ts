// A condition of WHERE → a part of a filter that has the same truth value on every record that contains its fields, with values of their types.
import type { Dataset, FieldType } from '../dataset/index.ts';
import { type Condition, type Node, negated, operatorsFor, type Scalar } from '../filter/index.ts';
import type { Expression } from '../transformer/index.ts';

const COMPARISONS: Readonly<Record<string, Condition['operator']>> = {
  ...{ '=': 'eq', '<>': '!eq', '<': 'lt', '<=': 'leq', '>': 'gt', '>=': 'geq' },
};
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const CALLS: Readonly<Record<string, Condition['operator']>> = {
  ...{ starts_with: 'startsWith', ends_with: 'endsWith', contains: 'contains' },
  ...{ array_has: 'contains', array_contains: 'contains', list_has: 'contains', list_contains: 'contains' },
};
/** Types whose conditions have the same meaning in both languages. Timestamps depend on `timestamp_format`, and floats are binary in SQL. */
const SAME_TYPES: readonly FieldType[] = ['string', 'int', 'bool', 'array[string]', 'array[int]'];

/** Returns the part of a filter; undefined if there is none with the same meaning. */
export function nodeOfExpression(expression: Expression, dataset: Dataset): Node | undefined {
  const { children, syntax } = expression;
  const [first, second, ...more] = children;
  if (first === undefined || syntax === undefined) return booleanNode(expression, dataset);
  switch (syntax.kind) {
    case 'unary':
      return syntax.operator === 'not' ? notNode(nodeOfExpression(first, dataset)) : undefined;
    case 'is': {
      const node = syntax.test === 'true' || syntax.test === 'false' ? booleanNode(first, dataset) : undefined;
      // NULL is neither true nor false.
      return syntax.isNegated ? undefined : syntax.test === 'false' ? notNode(node) : node;
    }
    case 'chain':
      return syntax.operator === '||' ? undefined : groupOf(syntax.operator, children, dataset);
    case 'between': {
      const bounds = syntax.isNegated ? first.children : children;
      const node = groupOf('and', bounds, dataset, (bound, index) =>
        condition(bound.children[0]!, index === 0 ? 'geq' : 'leq', bound.children.slice(1), dataset),
      );
      return syntax.isNegated ? notNode(node) : node;
    }
    case 'in':
      return condition(first, syntax.isNegated ? '!in' : 'in', children.slice(1), dataset);
    case 'like':
      return second && likeNode(first, second, syntax.isNegated, dataset);
    case 'call': {
      const operator = CALLS[syntax.name.text.toLowerCase()];
      return operator && second && more.length === 0 ? condition(first, operator, [second], dataset) : undefined;
    }
    case 'binary': {
      const { operator } = syntax;
      if (COMPARISONS[operator] === undefined || second === undefined) return undefined;
      return first.fields.length > 0
        ? condition(first, COMPARISONS[operator], [second], dataset)
        : condition(second, COMPARISONS[MIRRORED[operator] ?? operator]!, [first], dataset);
    }
    default:
      return undefined;
  }
}

/** Joins the nodes of all parts; undefined if one has none. */
function groupOf(
  kind: 'and' | 'or',
  parts: readonly Expression[],
  dataset: Dataset,
  nodeOf: (part: Expression, index: number) => Node | undefined = (part) => nodeOfExpression(part, dataset),
): Node | undefined {
  const nodes = parts.map(nodeOf);
  const known = nodes.filter((node) => node !== undefined);
  return known.length < nodes.length ? undefined : { kind, children: known };
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
