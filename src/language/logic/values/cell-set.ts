// Sets of the cells of a field as sorted ranges: what a condition on one field, or a group of such conditions, accepts. Knows no values.

/** Sorted ranges `[from, to, from, to, …]` of cell numbers without the end, which neither overlap nor touch. Equal sets are equal lists. */
export type CellSet = readonly number[];

/** Returns the cells in any of the sets. */
export function unionOf(sets: readonly CellSet[]): CellSet {
  if (sets.length === 1) return sets[0]!;
  const ranges: (readonly [from: number, to: number])[] = [];
  for (const set of sets) {
    for (let at = 0; at < set.length; at += 2) ranges.push([set[at]!, set[at + 1]!]);
  }
  ranges.sort(([a], [b]) => a - b);
  const union: number[] = [];
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
  return complementOf(unionOf(sets.map((set) => complementOf(set, count))), count);
}

/** Returns the cells that are not in the set. @param count number of cells of the field */
export function complementOf(set: CellSet, count: number): CellSet {
  const bounds = set[0] === 0 ? set.slice(1) : [0, ...set];
  if (bounds.at(-1) === count) return bounds.slice(0, -1);
  return [...bounds, count];
}
