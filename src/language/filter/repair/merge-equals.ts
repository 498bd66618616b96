// Merges several `eq` on one field inside an `or` into one `in`, and several `!eq` inside an `and` into one `!in`: the usual
// method to meet the limits. The meaning of the filter never changes.
import type { Integer } from '../../../base/index.ts';
import type { Dataset } from '../../dataset/index.ts';
import { type Condition, canonicalFilter, type Filter, type Group, listOf, type Node, type Scalar } from '../node.ts';
import { OPERATORS, type Operator } from '../operator.ts';
import { readInteger } from '../scalar.ts';

/** Conditions that were merged into one. */
export interface MergedConditions {
  readonly field: string;
  readonly operator: Operator;
  readonly count: number;
}

/** A filter with fewer conditions and the same meaning. */
export interface MergedFilter {
  readonly filter: Filter;
  /** The merged conditions; empty when no conditions can be merged. */
  readonly merged: readonly MergedConditions[];
}

/** Merges equality conditions on one field into lists, wherever the meaning stays the same. */
export function mergeEquals(filter: Filter, dataset: Dataset): MergedFilter {
  const merged: MergedConditions[] = [];
  const where = mergeNode(canonicalFilter(filter).where, dataset, merged);
  return { filter: canonicalFilter({ where }), merged };
}

function mergeNode(node: Node, dataset: Dataset, merged: MergedConditions[]): Node {
  if (node.kind === 'condition') return node;
  const lists = Map.groupBy(node.children, (child) => mergeKeyOf(child, node.kind, dataset));
  const children = [...lists].flatMap(([field, members]): readonly Node[] => {
    if (typeof field !== 'string' || members.length < 2) {
      return members.map((child) => mergeNode(child, dataset, merged));
    }
    const operator: Operator = node.kind === 'or' ? 'in' : '!in';
    merged.push({ field, operator, count: members.length });
    return [
      {
        kind: 'condition',
        key: field,
        operator,
        value: [...distinctValues((members as Condition[]).flatMap(listOf)).values()],
      },
    ];
  });
  return { kind: node.kind, children };
}

/** Nodes with equal keys can become one list. The key is the field's name, or the node itself when it cannot be merged. */
function mergeKeyOf(node: Node, kind: Group['kind'], dataset: Dataset): string | Node {
  if (node.kind !== 'condition') return node;
  const { positive, isNegated } = OPERATORS[node.operator];
  const type = dataset.fields.get(node.key)?.type;
  const fits = (positive === 'eq' || positive === 'in') && isNegated === (kind === 'and');
  return fits && (type === 'string' || type === 'int') ? node.key : node;
}

/** Returns values by a name that equal values share: `30` and `"30"` of an int field are equal. */
export function distinctValues(values: readonly Scalar[]): Map<string, Scalar> {
  return new Map(values.map((value) => [nameOf(readInteger(value) ?? value), value]));
}

function nameOf(value: Scalar | Integer): string {
  return typeof value === 'object' ? value.text : String(value);
}
