// Several `eq` on one field inside an `or` say the same as one `in`, several `!eq` inside an `and` the same as one `!in`:
// the usual way back under the limits. The meaning never changes.
import { HugeInteger } from '../../base/index.ts';
import type { Dataset } from '../../dataset/index.ts';
import { type Condition, canonicalFilter, type Filter, type Group, listOf, type Node, type Scalar } from '../node.ts';
import { OPERATORS, type Operator } from '../operator.ts';
import { readInteger } from '../scalar.ts';

/** Conditions that became one. */
export interface MergedConditions {
  readonly field: string;
  readonly operator: Operator;
  readonly count: number;
}

/** A filter with fewer conditions and the same meaning. */
export interface MergedFilter {
  readonly filter: Filter;
  /** What was merged; empty where nothing could be. */
  readonly merged: readonly MergedConditions[];
}

/** Merges equalities on one field into lists, wherever that keeps the meaning. */
export function mergeEquals(filter: Filter, dataset: Dataset): MergedFilter {
  const merged: MergedConditions[] = [];
  const where = mergeNode(canonicalFilter(filter).where, dataset, merged);
  return { filter: canonicalFilter({ where }), merged };
}

function mergeNode(node: Node, dataset: Dataset, merged: MergedConditions[]): Node {
  if (node.kind === 'condition') return node;
  const bundles = Map.groupBy(node.children, (child) => bundleOf(child, node.kind, dataset));
  const children = [...bundles].flatMap(([bundle, members]): readonly Node[] => {
    if (typeof bundle !== 'string' || members.length < 2) {
      return members.map((child) => mergeNode(child, dataset, merged));
    }
    const operator: Operator = node.kind === 'or' ? 'in' : '!in';
    merged.push({ field: bundle, operator, count: members.length });
    return [{ kind: 'condition', key: bundle, operator, value: valuesOf(members as Condition[]) }];
  });
  return { kind: node.kind, children };
}

/** Nodes of one bundle can be one list: the field's name, or the node itself where it stands alone. */
function bundleOf(node: Node, kind: Group['kind'], dataset: Dataset): string | Node {
  if (node.kind !== 'condition') return node;
  const { positive, isNegated } = OPERATORS[node.operator];
  const type = dataset.fields.get(node.key)?.type;
  const fits = (positive === 'eq' || positive === 'in') && isNegated === (kind === 'and');
  return fits && (type === 'string' || type === 'int') ? node.key : node;
}

/** The values of all, each once: `30` and `"30"` of an int field are the same. */
function valuesOf(conditions: readonly Condition[]): Scalar[] {
  const byValue = new Map<Scalar, Scalar>();
  for (const value of conditions.flatMap(listOf)) {
    const integer = readInteger(value) ?? value;
    byValue.set(integer instanceof HugeInteger ? integer.text : integer, value);
  }
  return [...byValue.values()];
}
