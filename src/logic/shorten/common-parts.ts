// Factors common parts out: (A and B) or (A and C) is A and (B or C), and the same with "and" and "or" exchanged.
import { type Group, type Node, printFilterJson } from '../../filter/index.ts';
import { groupOf, otherKind } from './tree.ts';

/** A group with a part factored out. */
export interface FactoredGroup {
  readonly group: Node;
  readonly part: Node;
  /** In how many parts of the group it was. */
  readonly count: number;
}

/** Lists the ways to factor one part out of a group, the part in most groups first. All are equal to the group. */
export function factoredGroups(group: Group): FactoredGroup[] {
  const inner = otherKind(group.kind);
  const places = new Map<string, { part: Node; parents: Set<Node> }>();
  for (const child of group.children) {
    if (child.kind !== inner) continue;
    for (const part of child.children) {
      const name = nameOf(part);
      const place = places.get(name) ?? { part, parents: new Set() };
      place.parents.add(child);
      places.set(name, place);
    }
  }
  return [...places.values()]
    .filter(({ parents }) => parents.size > 1)
    .sort((a, b) => b.parents.size - a.parents.size)
    .map(({ part, parents }) => factorOut(group, part, parents));
}

function factorOut(group: Group, part: Node, parents: ReadonlySet<Node>): FactoredGroup {
  const inner = otherKind(group.kind);
  const name = nameOf(part);
  const rests = [...parents].map((parent) =>
    groupOf(
      inner,
      (parent as Group).children.filter((child) => nameOf(child) !== name),
    ),
  );
  const [first] = parents;
  const factored = groupOf(inner, [part, groupOf(group.kind, rests)]);
  const children = group.children.flatMap((child) => {
    if (child === first) return [factored];
    return parents.has(child) ? [] : [child];
  });
  return { group: groupOf(group.kind, children), part, count: parents.size };
}

function nameOf(node: Node): string {
  return printFilterJson({ where: node });
}
