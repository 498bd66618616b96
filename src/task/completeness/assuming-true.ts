// What is left of a filter if some of its conditions are true.
import type { Filter, Node } from '../../filter/index.ts';

/**
 * Removes conditions as if they were true.
 * @param conditions indexes in depth-first order, as in `CompiledFilter.conditions`
 * @returns undefined if the filter then keeps every line
 */
export function assumingTrue(filter: Filter, conditions: ReadonlySet<number>): Filter | undefined {
  let index = -1;
  /** Undefined: true. */
  const reduce = (node: Node): Node | undefined => {
    if (node.kind === 'condition') {
      index += 1;
      return conditions.has(index) ? undefined : node;
    }
    const children = node.children.map(reduce);
    const left = children.filter((child) => child !== undefined);
    const isTrue = node.kind === 'and' ? left.length === 0 : left.length < children.length;
    return isTrue ? undefined : { kind: node.kind, children: left };
  };
  const where = reduce(filter.where);
  return where && { where };
}
