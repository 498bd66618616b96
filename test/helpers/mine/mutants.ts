// Mutants of a filter, independent of those that mining looks for: each operator becomes each other operator that is valid for the
// type, each value moves by one or loses, gains and changes a character, each `and` becomes `or` and the reverse.
import { Decimal } from '../../../src/base/index.ts';
import type { Dataset } from '../../../src/dataset/index.ts';
import {
  type Condition,
  type Filter,
  listOf,
  type Node,
  OPERATORS,
  operatorsFor,
  type Scalar,
} from '../../../src/filter/index.ts';

/** All mutants; some mean the same as the filter. */
export function mutantsOf({ where }: Filter, dataset: Dataset): Filter[] {
  return mutantNodes(where, dataset).map((node) => ({ where: node }));
}

function mutantNodes(node: Node, dataset: Dataset): Node[] {
  if (node.kind === 'condition') return mutantConditions(node, dataset);
  const { kind, children } = node;
  return [
    ...(children.length > 1 ? [{ kind: kind === 'and' ? ('or' as const) : ('and' as const), children }] : []),
    ...children.flatMap((child, index) =>
      mutantNodes(child, dataset).map((mutant): Node => ({ kind, children: children.with(index, mutant) })),
    ),
  ];
}

function mutantConditions(node: Condition, dataset: Dataset): Condition[] {
  const { type } = dataset.fields.get(node.key)!;
  const values = listOf(node);
  const operators = operatorsFor(type)
    .filter((operator) => operator !== node.operator)
    .map((operator) => ({
      ...node,
      operator,
      value: OPERATORS[operator].argument === 'list' ? values : values[0]!,
    }));
  const moved = values.flatMap((value, index) =>
    movedValues(value).map((other) => ({
      ...node,
      value: OPERATORS[node.operator].argument === 'list' ? values.with(index, other) : other,
    })),
  );
  return [...operators, ...moved];
}

function movedValues(value: Scalar): Scalar[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return Number.isSafeInteger(value + 1) ? [value + 1, value - 1] : [];
  if (typeof value === 'bigint') return [value + 1n, value - 1n].filter((one) => one > 2n ** 53n || one < -(2n ** 53n));
  if (value instanceof Decimal) return [];
  if (/^-?[1-9][0-9]{0,14}$/.test(value)) return [String(Number(value) + 1), String(Number(value) - 1)];
  if (/^\d{4}-/.test(value)) return [];
  return value === '' ? ['\u0001'] : [value.slice(0, -1), `${value}\u0001`, `${value.slice(0, -1)}\u0001`];
}
