// Makes the conjunction of selections smaller: a part that must be true or false where the others are true is left out. The result keeps
// exactly the same lines; a line that it does not keep may be dropped in place of undecided. Reads no lines.
import type { Dataset } from '../../language/dataset/index.ts';
import { complementOf, type Filter, intersectionOf, type Selection, unionOf } from '../../language/filter/index.ts';
import { nodeOf, type PlacedNode, placedTree } from './placed-node.ts';

/** Returns the lines that all selections keep. */
export function keptByAll(selections: readonly Selection[], dataset: Dataset): Selection {
  const parts: PlacedNode[] = [];
  for (const selection of selections) {
    if (selection === 'none') return 'none';
    if (selection !== 'every') parts.push(...conjunctsOf(placedTree(selection, dataset)));
  }
  return conjunctionOf(parts, dataset);
}

function conjunctionOf(parts: readonly PlacedNode[], dataset: Dataset): Selection {
  const known = new Map(parts.filter(({ kind }) => kind === 'condition').map((part) => [part.identity, part]));
  const isFalse = new Set([...known.values()].map((part) => negationOf(part, dataset)));
  if ([...known.keys()].some((identity) => isFalse.has(identity))) return 'none';
  const groups = parts.filter((part) => part.kind !== 'condition').map((group) => reduced(group, known, isFalse));
  if (groups.includes('none')) return 'none';
  const left = groups.flatMap((group) => (typeof group === 'object' ? conjunctsOf(placedTree(group, dataset)) : []));
  const isNew = left.some((part) => part.kind === 'condition' && !known.has(part.identity));
  const all = [...known.values(), ...left];
  if (isNew) return conjunctionOf(all, dataset);
  const unique = new Map(all.map((part) => [part.identity, part]));
  return [...unique.values()].map(filterOf).reduce<Selection>(intersectionOf, 'every');
}

function conjunctsOf(part: PlacedNode): readonly PlacedNode[] {
  return part.kind === 'and' ? part.children : [part];
}

function filterOf(part: PlacedNode): Filter {
  return { where: nodeOf(part) };
}

function negationOf(part: PlacedNode, dataset: Dataset): string {
  return placedTree(complementOf(filterOf(part)) as Filter, dataset).identity;
}

/** Replaces conditions by what is known of them. */
function reduced(part: PlacedNode, known: ReadonlyMap<string, PlacedNode>, isFalse: ReadonlySet<string>): Selection {
  if (part.kind === 'condition') {
    if (known.has(part.identity)) return 'every';
    return isFalse.has(part.identity) ? 'none' : filterOf(part);
  }
  const children = part.children.map((child) => reduced(child, known, isFalse));
  return part.kind === 'and' ? children.reduce(intersectionOf, 'every') : children.reduce(unionOf, 'none');
}
