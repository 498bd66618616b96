// The edits between two filters by meaning, and the new filter with one of them reverted. Pure: reads no lines.
import { printJson } from '../../base/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { type Node, OPERATORS, printNode, type Scalar, type Selection } from '../../language/filter/index.ts';
import { alignSelections, type Place, placesIn, selectionOf } from './align-selections.ts';
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

/**
 * Maximum edits of which each is counted: the new filter with one of them reverted is evaluated for every line. Filters that meet the limits
 * of the platform have at most 60. Our own limit.
 */
export const MAX_EDITS = 100;

/** Returns the edits that turn `from` into `to`, in the order of `to`; none if both mean the same. More than {@link MAX_EDITS} are one. */
export function filterEdits(from: Selection, to: Selection, dataset: Dataset): FilterEdit[] {
  const root = alignSelections(from, to, dataset);
  if (root === undefined) return from === to ? [] : [replacement(from, to)];
  const found = placesIn(root, undefined);
  const places = found.length > MAX_EDITS ? [wholeOf(from, to, dataset)] : found;
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

/** The edit that replaces a whole filter. */
function wholeOf(from: Selection, to: Selection, dataset: Dataset): Place {
  const [before, after] = [from, to].map((one) => (typeof one === 'object' ? placedTree(one, dataset) : undefined));
  return { edit: { kind: 'changed', from: before, to: after }, parent: undefined };
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
): NonNullable<FilterEdit['change']['values']> | undefined {
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
  if (values === undefined || to.kind !== 'condition') return 'both';
  const { isNegated } = OPERATORS[to.condition.operator];
  if (values.removed.length === 0) return isNegated ? 'narrows' : 'widens';
  return values.added.length === 0 ? (isNegated ? 'widens' : 'narrows') : 'both';
}
