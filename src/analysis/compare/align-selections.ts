// Aligns two filters, or a filter with all or no lines, and builds the new one with some edits reverted. Reads no lines.
import type { Dataset } from '../../language/dataset/index.ts';
import { type Filter, type Group, intersectionOf, type Selection, unionOf } from '../../language/filter/index.ts';
import { type AlignedNode, alignParts, alignWithConstant } from './align-filters.ts';
import { nodeOf, type PlacedNode, placedTree } from './placed-node.ts';

/** Filters nested more deeply than this are one change: reverting a part of them may nest deeper than a filter may. Levels. */
const MAX_ALIGNED_DEPTH = 16;

/** An edit with its group. */
export interface Place {
  readonly edit: Extract<AlignedNode, { kind: 'changed' }>;
  /** Undefined for the root. */
  readonly parent: Group['kind'] | undefined;
}

/** Aligns what two filters keep. @returns undefined if neither is a filter */
export function alignSelections(from: Selection, to: Selection, dataset: Dataset): AlignedNode | undefined {
  if (isFilter(from) && isFilter(to)) {
    const [before, after] = [placedTree(from, dataset), placedTree(to, dataset)];
    const isDeep = depthOf(before) > MAX_ALIGNED_DEPTH || depthOf(after) > MAX_ALIGNED_DEPTH;
    if (isDeep && before.identity !== after.identity) return { kind: 'changed', from: before, to: after };
    return alignParts(before, after);
  }
  if (isFilter(to)) return alignWithConstant(placedTree(to, dataset), from === 'every' ? 'and' : 'or', true);
  if (isFilter(from)) return alignWithConstant(placedTree(from, dataset), to === 'every' ? 'and' : 'or', false);
  return undefined;
}

function isFilter(selection: Selection): selection is Filter {
  return typeof selection === 'object';
}

function depthOf(part: PlacedNode): number {
  return part.kind === 'condition' ? 1 : 1 + Math.max(...part.children.map(depthOf));
}

/** Lists the edits, in the order of the new filter. @param parent of the node; undefined for the root */
export function placesIn(node: AlignedNode, parent: Group['kind'] | undefined): Place[] {
  if (node.kind === 'same') return [];
  if (node.kind === 'changed') return [{ edit: node, parent }];
  return node.children.flatMap((child) => placesIn(child, node.kind));
}

/** The new filter, with the old parts in place of some edits. */
export function selectionOf(node: AlignedNode, reverted: ReadonlySet<AlignedNode>): Selection {
  if (node.kind === 'same') return { where: nodeOf(node.part) };
  if (node.kind !== 'changed') {
    const children = node.children
      .filter((child) => !isAbsent(child, reverted))
      .map((child) => selectionOf(child, reverted));
    return node.kind === 'and' ? children.reduce(intersectionOf, 'every') : children.reduce(unionOf, 'none');
  }
  const part = partOf(node, reverted);
  return part === undefined ? 'none' : { where: nodeOf(part) };
}

function partOf(
  node: Extract<AlignedNode, { kind: 'changed' }>,
  reverted: ReadonlySet<AlignedNode>,
): PlacedNode | undefined {
  return reverted.has(node) ? node.from : node.to;
}

/** Whether a child of a group is not in the filter at all. */
function isAbsent(node: AlignedNode, reverted: ReadonlySet<AlignedNode>): boolean {
  return node.kind === 'changed' && partOf(node, reverted) === undefined;
}
