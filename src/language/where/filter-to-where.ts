// A filter → the SQL of a transformer that drops the lines that the filter drops, for filters over the limits of the platform. Only documented functions.
import type { Dataset } from '../dataset/index.ts';
import { type Condition, type Filter, listOf, type Node, OPERATORS, type Scalar } from '../filter/index.ts';

const COMPARISONS: Readonly<Partial<Record<Condition['operator'], string>>> = {
  eq: '=',
  '!eq': '<>',
  lt: '<',
  leq: '<=',
  gt: '>',
  geq: '>=',
};

/**
 * Returns SQL that keeps the lines that a filter keeps. A line for which the filter is undecided is dropped: NULL is not true.
 * @param fields of the job, which the records keep; undefined: all
 * @returns undefined for a condition that SQL does not have
 */
export function sqlOfFilter(
  filter: Filter,
  dataset: Dataset,
  fields: readonly string[] | undefined,
): string | undefined {
  const where = sqlOfNode(filter.where, dataset, 0);
  if (where === undefined) return undefined;
  const columns = fields === undefined || fields.length === 0 ? '*' : fields.map(quotedName).join(', ');
  return `SELECT ${columns}\nFROM ${dataset.name}\nWHERE ${where}\n`;
}

function sqlOfNode(node: Node, dataset: Dataset, depth: number): string | undefined {
  if (node.kind === 'condition') return sqlOfCondition(node, dataset);
  const parts = node.children.map((child) => sqlOfNode(child, dataset, depth + 1));
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  const joined = known.join(node.kind === 'and' ? (depth === 0 ? '\n  AND ' : ' AND ') : ' OR ');
  return known.length === 1 || (depth === 0 && node.kind === 'and') ? joined : `(${joined})`;
}

function sqlOfCondition(condition: Condition, dataset: Dataset): string | undefined {
  const type = dataset.fields.get(condition.key)?.type;
  const literals = listOf(condition).map((value) => literalOf(value, type === 'int' || type === 'array[int]'));
  const name = quotedName(condition.key);
  if (type === 'bool') {
    const isTrue = (String(condition.value) === 'true') === (condition.operator === 'eq');
    return isTrue ? name : `NOT ${name}`;
  }
  if (type !== 'string' && type !== 'int' && type !== 'array[string]' && type !== 'array[int]') return undefined;
  const { operator } = condition;
  if (operator === 'in' || operator === '!in')
    return `${name} ${operator === 'in' ? 'IN' : 'NOT IN'} (${literals.join(', ')})`;
  const comparison = COMPARISONS[operator];
  if (comparison !== undefined) return `${name} ${comparison} ${literals[0]}`;
  const { positive, isNegated } = OPERATORS[operator];
  const call =
    positive === 'contains'
      ? type === 'string'
        ? `strpos(${name}, ${literals[0]}) > 0`
        : `array_has(${name}, ${literals[0]})`
      : `${positive === 'startsWith' ? 'starts_with' : 'ends_with'}(${name}, ${literals[0]})`;
  return isNegated ? (call.endsWith('> 0') ? call.replace(/> 0$/, '= 0') : `NOT ${call}`) : call;
}

function literalOf(value: Scalar, isInteger: boolean): string {
  return isInteger ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Names of the platform need no quotes, but for `CVE-2021-44228`-like keys. */
function quotedName(name: string): string {
  return PLAIN_NAME.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
