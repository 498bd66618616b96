// Aligns two filters, or a filter with all or no lines, and builds the new one with some edits reverted. Reads no lines.
import type { Dataset } from '../../language/dataset/index.ts';
import {
  type Filter,
  type Group,
  intersectionOf,
  OPERATORS,
  type Selection,
  unionOf,
} from '../../language/filter/index.ts';
import { conditionsIn, nodeOf, type PlacedCondition, type PlacedNode, placedTree } from './placed-node.ts';

/** Two trees as one. */
type AlignedNode =
  /** Both filters have the part. */
  | { readonly kind: 'same'; readonly part: PlacedNode }
  /** One of the two is undefined: the part was added or removed. */
  | { readonly kind: 'changed'; readonly from: PlacedNode | undefined; readonly to: PlacedNode | undefined }
  | { readonly kind: Group['kind']; readonly children: readonly AlignedNode[] };

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

/** Aligns two parts. */
function alignParts(from: PlacedNode, to: PlacedNode): AlignedNode {
  if (from.identity === to.identity) return { kind: 'same', part: to };
  for (const kind of groupKindsOf(from, to)) {
    const [before, after] = [childrenAs(kind, from), childrenAs(kind, to)];
    const pairs = pairsOf(before, after);
    if (pairs.size > 0) return alignChildren(kind, before, after, pairs);
  }
  return { kind: 'changed', from, to };
}

/** Aligns a filter with a selection that is no filter: every line is an `and` without children, no line an `or`. */
function alignWithConstant(part: PlacedNode, kind: Group['kind'], isAdded: boolean): AlignedNode {
  const children = childrenAs(kind, part).map(
    (child): AlignedNode => ({
      kind: 'changed',
      ...(isAdded ? { from: undefined, to: child } : { from: child, to: undefined }),
    }),
  );
  return { kind, children };
}

/** Returns the kinds of group as which both parts may be aligned: a part of another kind is a group with one child. */
function groupKindsOf(from: PlacedNode, to: PlacedNode): Group['kind'][] {
  const kinds = [to.kind, from.kind].filter((kind) => kind !== 'condition');
  return [...new Set(kinds)];
}

function childrenAs(kind: Group['kind'], part: PlacedNode): readonly PlacedNode[] {
  return part.kind === kind ? part.children : [part];
}

/** The new children in their order, then those that were removed. */
function alignChildren(
  kind: Group['kind'],
  before: readonly PlacedNode[],
  after: readonly PlacedNode[],
  pairs: ReadonlyMap<PlacedNode, PlacedNode>,
): AlignedNode {
  const paired = new Set(pairs.values());
  return {
    kind,
    children: [
      ...after.map((to): AlignedNode => {
        const from = pairs.get(to);
        return from === undefined ? { kind: 'changed', from, to } : alignParts(from, to);
      }),
      ...before
        .filter((from) => !paired.has(from))
        .map((from): AlignedNode => ({ kind: 'changed', from, to: undefined })),
    ],
  };
}

/** Returns new children with the old child that each replaces: equal ones first, then the most similar. */
function pairsOf(before: readonly PlacedNode[], after: readonly PlacedNode[]): Map<PlacedNode, PlacedNode> {
  const pairs = new Map<PlacedNode, PlacedNode>();
  const byIdentity = new Map(before.map((from) => [from.identity, from]));
  for (const to of after) {
    const from = byIdentity.get(to.identity);
    if (from !== undefined) pairs.set(to, from);
  }
  const taken = new Set(pairs.values());
  const left = before.filter((from) => !taken.has(from));
  const similar = after
    .filter((to) => !pairs.has(to))
    .flatMap((to) => left.map((from) => ({ from, to, score: similarity(from, to) })))
    .filter(({ score }) => score > 0)
    .sort(
      (a, b) =>
        b.score - a.score ||
        compareTexts(a.to.identity, b.to.identity) ||
        compareTexts(a.from.identity, b.from.identity),
    );
  for (const { from, to } of similar) {
    if (pairs.has(to) || taken.has(from)) continue;
    pairs.set(to, from);
    taken.add(from);
  }
  return pairs;
}

/** How similar two different parts are; 0: they have nothing in common. Only the order of the figures counts. */
function similarity(from: PlacedNode, to: PlacedNode): number {
  if (from.kind === 'condition' && to.kind === 'condition') return similarityOfConditions(from, to);
  const [before, after] = [conditionsIn(from), conditionsIn(to)];
  const shared = overlap(
    before.map(({ identity }) => identity),
    after.map(({ identity }) => identity),
  );
  const sharedFields = overlap(
    before.map(({ condition }) => condition.key),
    after.map(({ condition }) => condition.key),
  );
  return shared + sharedFields / 4;
}

function similarityOfConditions({ condition: from }: PlacedCondition, { condition: to }: PlacedCondition): number {
  if (from.key !== to.key) return 0;
  const [before, after] = [OPERATORS[from.operator], OPERATORS[to.operator]];
  const sameOperator = familyOf(before.positive) === familyOf(after.positive);
  return 0.25 + (sameOperator ? 0.5 : 0) + (before.isNegated === after.isNegated ? 0.25 : 0);
}

/** Operators of a family are alternatives to each other: equality, order, or a part of a text. */
function familyOf(operator: string): string {
  if (operator === 'eq' || operator === 'in') return 'equal';
  return ['lt', 'leq', 'gt', 'geq'].includes(operator) ? 'order' : operator;
}

/** Share of the texts that two lists have in common, 0 to 1. */
function overlap(a: readonly string[], b: readonly string[]): number {
  const [first, second] = [new Set(a), new Set(b)];
  const both = [...first].filter((text) => second.has(text)).length;
  return both / (first.size + second.size - both);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
