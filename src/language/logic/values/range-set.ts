// Sets of places in an order, as sorted ranges: cells of a field by number, or integers. What a condition on one field accepts, or a group
// of such conditions. All values of a cell have the same truth values; nothing here knows them.
import type { Value } from '../../../base/index.ts';
import type { CompiledCondition, PositiveOperator } from '../../filter/index.ts';

/** The cells of a field. */
export interface FieldCells {
  /** A value of each cell. */
  readonly values: readonly Value[];
  /** All cells, those first whose values are preferred in witnesses. */
  readonly preferred: readonly number[];
  /** Returns the cells that a condition accepts if it is not negated. @param condition one of those that the cells were made for */
  positiveSet(condition: CompiledCondition): CellSet;
}

/** Sorted ranges `[from, to, from, to, …]` without the end, which neither overlap nor touch. Equal sets are equal lists. */
export type RangeSet<Place extends number | bigint> = readonly Place[];

/** A set of cells. */
export type CellSet = RangeSet<number>;

/** Returns the places in any of the sets. */
export function unionOf<Place extends number | bigint>(sets: readonly RangeSet<Place>[]): RangeSet<Place> {
  if (sets.length === 1) return sets[0]!;
  const ranges: (readonly [from: Place, to: Place])[] = [];
  for (const set of sets) {
    for (let at = 0; at < set.length; at += 2) ranges.push([set[at]!, set[at + 1]!]);
  }
  ranges.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const union: Place[] = [];
  for (const [from, to] of ranges) {
    if (from === to) continue;
    const last = union.length - 1;
    if (last < 0 || from > union[last]!) union.push(from, to);
    else if (to > union[last]!) union[last] = to;
  }
  return union;
}

/** Returns the cells in all of the sets. @param count number of cells of the field */
export function intersectionOf(sets: readonly CellSet[], count: number): CellSet {
  if (sets.length === 1) return sets[0]!;
  return complementOf(unionOf(sets.map((set) => complementOf(set, 0, count))), 0, count);
}

/** Returns the places from `first` to before `end` that are not in the set. */
export function complementOf<Place extends number | bigint>(
  set: RangeSet<Place>,
  first: Place,
  end: Place,
): RangeSet<Place> {
  const bounds = set[0] === first ? set.slice(1) : [first, ...set];
  return bounds.at(-1) === end ? bounds.slice(0, -1) : [...bounds, end];
}

/**
 * Returns the ranges of the places from `first` to before `end` that an operator accepts, which may touch.
 * @param constants the places of the condition's values
 * @param after the place after another one
 */
export function acceptedRanges<Place extends number | bigint>(
  operator: PositiveOperator,
  constants: readonly Place[],
  after: (place: Place) => Place,
  first: Place,
  end: Place,
): (readonly [from: Place, to: Place])[] {
  const constant = constants[0]!;
  switch (operator) {
    case 'eq':
    case 'in':
      return constants.map((place) => [place, after(place)]);
    case 'lt':
      return [[first, constant]];
    case 'leq':
      return [[first, after(constant)]];
    case 'gt':
      return [[after(constant), end]];
    case 'geq':
      return [[constant, end]];
    default:
      throw new TypeError(`cannot order values: found the operator ${operator}`);
  }
}
