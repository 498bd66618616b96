// The edits between two filters by meaning, and the new filter with one of them reverted. Pure: reads no lines.

import { printJson } from '../base/index.ts';
import type { Dataset } from '../dataset/index.ts';
import {
  type Filter,
  type Group,
  intersectionOf,
  type Node,
  OPERATORS,
  printNode,
  type Scalar,
  type Selection,
  unionOf,
} from '../filter/index.ts';
import { type AlignedNode, alignParts, alignWithConstant } from './align-filters.ts';
import type { FilterChange } from './compare-report.ts';
import { conditionsIn, nodeOf, type PlacedNode, placedTree, valuesOf } from './placed-node.ts';

/** An edit, and what the new filter is without it. */
export interface FilterEdit {
  /** What changed, without the lines. */
  readonly change: Omit<FilterChange, 'drops' | 'keeps'>;
  /** The fields that the old part and the new part test. */
  readonly fields: readonly string[];
  /** The new filter with this edit alone reverted. */
  readonly reverted: Selection;
  /** `narrows`: no line is newly kept because of it. `widens`: no line is newly dropped because of it. */
  readonly effect: 'narrows' | 'widens' | 'both';
}

/** Filters nested more deeply than this are one change: reverting a part of them may nest deeper than a filter may. Levels. */
const MAX_ALIGNED_DEPTH = 16;

/** An edit with its group. */
interface Place {
  readonly edit: Extract<AlignedNode, { kind: 'changed' }>;
  /** Undefined for the root. */
  readonly parent: Group['kind'] | undefined;
}

/** Returns the edits that turn `from` into `to`, in the order of `to`; none if both mean the same. */
export function filterEdits(from: Selection, to: Selection, dataset: Dataset): FilterEdit[] {
  const root = align(from, to, dataset);
  if (root === undefined) return from === to ? [] : [replacement(from, to)];
  const places = placesIn(root, undefined);
  return places.map(({ edit, parent }) => {
    const isOnly = places.length === 1;
    return {
      change: changeOf(edit, dataset),
      fields: [edit.from, edit.to].flatMap((part) =>
        part === undefined ? [] : conditionsIn(part).map(({ condition }) => condition.key),
      ),
      // The same meaning, as it was written.
      reverted: isOnly ? from : selectionOf(root, new Set([edit])),
      effect: effectOf(edit, parent, dataset),
    };
  });
}

/** Returns the new filter with some edits reverted, by their indexes among {@link filterEdits}. */
export function withoutEdits(from: Selection, to: Selection, dataset: Dataset, reverted: readonly number[]): Selection {
  const root = align(from, to, dataset);
  if (root === undefined) return reverted.length === 0 ? to : from;
  const places = placesIn(root, undefined);
  return selectionOf(root, new Set(reverted.map((index) => places[index]!.edit)));
}

/** Returns undefined if neither is a filter, or if they are too deep. */
function align(from: Selection, to: Selection, dataset: Dataset): AlignedNode | undefined {
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

/** From every line to none, or from none to every line. */
function replacement(from: Selection, to: Selection): FilterEdit {
  const text = (selection: Selection): string => (selection === 'every' ? 'all' : 'none');
  return {
    change: { kind: 'changed', fromPath: null, toPath: null, from: text(from), to: text(to), values: null },
    fields: [],
    reverted: from,
    effect: to === 'every' ? 'widens' : 'narrows',
  };
}

function placesIn(node: AlignedNode, parent: Group['kind'] | undefined): Place[] {
  if (node.kind === 'same') return [];
  if (node.kind === 'changed') return [{ edit: node, parent }];
  return node.children.flatMap((child) => placesIn(child, node.kind));
}

/** The new filter, with the old parts in place of some edits. */
function selectionOf(node: AlignedNode, reverted: ReadonlySet<AlignedNode>): Selection {
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

function changeOf({ from, to }: Place['edit'], dataset: Dataset): FilterEdit['change'] {
  return {
    kind: from === undefined ? 'added' : to === undefined ? 'removed' : 'changed',
    fromPath: from?.path ?? null,
    toPath: to?.path ?? null,
    from: from === undefined ? null : textOf(nodeOf(from)),
    to: to === undefined ? null : textOf(nodeOf(to)),
    values: valuesChanged(from, to, dataset) ?? null,
  };
}

function textOf(node: Node): string {
  return printNode(node, false);
}

/** Returns the values that were added to and removed from a list; undefined if the edit is of another kind. */
function valuesChanged(
  from: PlacedNode | undefined,
  to: PlacedNode | undefined,
  dataset: Dataset,
): FilterEdit['change']['values'] | undefined {
  if (from?.kind !== 'condition' || to?.kind !== 'condition' || !isOfSameList(from, to)) return undefined;
  const [before, after] = [valuesOf(from.condition, dataset), valuesOf(to.condition, dataset)];
  const without = (all: Map<string, Scalar>, other: Map<string, Scalar>): string[] =>
    [...all].filter(([value]) => !other.has(value)).map(([, value]) => printJson(value));
  return { added: without(after, before), removed: without(before, after) };
}

/** Whether both conditions compare a field with a list of values in the same way, and at least one of the lists is longer than one. */
function isOfSameList(
  { condition: from }: Extract<PlacedNode, { kind: 'condition' }>,
  { condition: to }: Extract<PlacedNode, { kind: 'condition' }>,
): boolean {
  const rules = [OPERATORS[from.operator], OPERATORS[to.operator]];
  return (
    from.key === to.key &&
    rules[0]!.isNegated === rules[1]!.isNegated &&
    rules.every(({ positive }) => positive === 'eq' || positive === 'in') &&
    rules.some(({ positive }) => positive === 'in')
  );
}

/** A filter has no `not`: with a part that keeps more lines, the whole keeps more. */
function effectOf({ from, to }: Place['edit'], parent: Place['parent'], dataset: Dataset): FilterEdit['effect'] {
  if (from === undefined || to === undefined) return (to === undefined) === (parent === 'and') ? 'widens' : 'narrows';
  const values = valuesChanged(from, to, dataset);
  if (values === undefined || values === null || to.kind !== 'condition') return 'both';
  const { isNegated } = OPERATORS[to.condition.operator];
  if (values.removed.length === 0) return isNegated ? 'narrows' : 'widens';
  return values.added.length === 0 ? (isNegated ? 'widens' : 'narrows') : 'both';
}
