// Random pairs of filters for proofs: unrelated ones, and ones of which the second is a rewritten or slightly changed form of the first,
// which are often equal or imply each other.
import fc from 'fast-check';
import { mix32 } from '../../../src/base/index.ts';
import { type Condition, type Filter, listOf, type Node, OPERATORS } from '../../../src/language/filter/index.ts';
import { conditionArbitrary } from '../../helpers/filter/arbitraries.ts';

/** Two filters. */
export type FilterPair = readonly [Filter, Filter];

/** A filter with this number of conditions, in random groups. */
export function sizedFilter(
  size: number,
  condition: fc.Arbitrary<Condition> = conditionArbitrary,
): fc.Arbitrary<Filter> {
  return fc
    .tuple(fc.array(condition, { minLength: size, maxLength: size }), fc.nat())
    .map(([conditions, seed]) => ({ where: grouped(conditions, choicesFrom(seed)) }));
}

/** A filter, and another one or a changed form of it. */
export function filterPair(
  size: number,
  condition: fc.Arbitrary<Condition> = conditionArbitrary,
): fc.Arbitrary<FilterPair> {
  const one = sizedFilter(size, condition);
  const changed = fc
    .tuple(one, fc.nat(), condition)
    .map(([filter, seed, extra]): FilterPair => [filter, { where: rewritten(filter.where, choicesFrom(seed), extra) }]);
  return fc.oneof(
    fc.tuple(one, one),
    changed,
    changed.map(([a, b]): FilterPair => [b, a]),
  );
}

/** Joins nodes in groups of two to five until one is left. */
function grouped(nodes: readonly Node[], choices: Iterator<number>): Node {
  if (nodes.length === 1) return nodes[0]!;
  const groups: Node[] = [];
  for (let at = 0; at < nodes.length; ) {
    const length = 1 + (next(choices) % 5);
    const children = nodes.slice(at, at + length);
    groups.push(children.length === 1 ? children[0]! : { kind: next(choices) % 2 === 0 ? 'and' : 'or', children });
    at += length;
  }
  return groups.length === nodes.length
    ? { kind: next(choices) % 2 === 0 ? 'and' : 'or', children: groups }
    : grouped(groups, choices);
}

/** A form of a node that mostly keeps its meaning: a few of many changes alter it. */
function rewritten(node: Node, choices: Iterator<number>, extra: Condition): Node {
  const choice = next(choices) % 24;
  if (node.kind === 'condition')
    return choice < 20 ? equalCondition(node, choice) : changedCondition(node, choice, extra);
  const children = node.children.map((child) => rewritten(child, choices, extra));
  const other = node.kind === 'and' ? 'or' : 'and';
  switch (choice) {
    case 0:
      return { ...node, children: [...children, { kind: other, children: [children[0]!, extra] }] };
    case 1:
      return { ...node, children: [...children, children[0]!] };
    case 2:
      return { ...node, children: [...children, extra] };
    case 3:
      return children.length > 1 ? { ...node, children: children.slice(1) } : { ...node, children };
    case 4:
    case 5:
      return distributed(node.kind, children);
    case 6:
      return { kind: other, children: [{ ...node, children }] };
    default:
      return { ...node, children: choice % 2 === 0 ? children : children.reverse() };
  }
}

/** `a and (b or c)` → `(a and b) or (a and c)`. */
function distributed(kind: 'and' | 'or', children: readonly Node[]): Node {
  const at = children.findIndex((child) => child.kind !== 'condition' && child.kind !== kind);
  const split = children[at];
  if (split === undefined || split.kind === 'condition') return { kind, children };
  const rest = children.filter((_, index) => index !== at);
  return { kind: split.kind, children: split.children.map((child) => ({ kind, children: [child, ...rest] })) };
}

/** A list as single values, or an order on integers with the next integer. */
function equalCondition(condition: Condition, choice: number): Node {
  const { operator, value } = condition;
  if (operator === 'in' || operator === '!in') {
    const children = listOf(condition).map(
      (one): Node => ({ ...condition, operator: operator === 'in' ? 'eq' : '!eq', value: one }),
    );
    return choice < 12 ? { kind: operator === 'in' ? 'or' : 'and', children } : condition;
  }
  const step = { geq: 1, gt: -1, leq: -1, lt: 1 }[operator as string];
  if (step === undefined || choice % 2 === 0 || typeof value !== 'number' || !condition.key.endsWith('Status'))
    return condition;
  const same = { geq: 'gt', gt: 'geq', leq: 'lt', lt: 'leq' }[
    operator as 'geq' | 'gt' | 'leq' | 'lt'
  ] as Condition['operator'];
  return { ...condition, operator: same, value: BigInt(value) - BigInt(step) } as Condition;
}

function changedCondition(condition: Condition, choice: number, extra: Condition): Node {
  if (choice === 20) return { ...condition, operator: OPERATORS[condition.operator].negation };
  if (choice === 21) return extra;
  return { kind: choice === 22 ? 'and' : 'or', children: [condition, extra] };
}

function next(choices: Iterator<number>): number {
  return choices.next().value as number;
}

function* choicesFrom(seed: number): Generator<number> {
  for (let index = 0; ; index += 1) yield mix32(seed + Math.imul(index, 0x9e3779b9));
}
