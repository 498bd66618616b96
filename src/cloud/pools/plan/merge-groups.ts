// Merges groups of alerts that differ in one side only, until no two of them can be merged. Never changes which alerts they hold.
import { type EventMask, isCombination } from '../pool/event-mask.ts';

/** The alerts of one policy: every combination of rows, columns and events. Rows are pools, columns are recipients, or classes of them. */
export interface Group {
  /** Ascending. */
  readonly rows: readonly number[];
  /** Ascending. */
  readonly columns: readonly number[];
  /** A combination of sources and healths. */
  readonly events: EventMask;
}

/** A side of a group. */
type Side = 'rows' | 'columns' | 'events';

/** The orders in which sides are merged: each may end with another number of groups. */
export const MERGE_ORDERS: readonly (readonly Side[])[] = [
  ['rows', 'columns', 'events'],
  ['columns', 'rows', 'events'],
  ['events', 'rows', 'columns'],
  ['events', 'columns', 'rows'],
];

/** Merges groups until no two differ in one side only. @param groups disjoint */
export function mergeGroups(groups: readonly Group[], order: readonly Side[]): readonly Group[] {
  let merged = groups;
  // A side that was just merged cannot be merged again before another one changes the groups.
  for (let next = 0, unchanged = 0; unchanged < order.length; next = (next + 1) % order.length) {
    const before = merged.length;
    merged = MERGE[order[next]!](merged);
    unchanged = merged.length < before ? 1 : unchanged + 1;
  }
  return merged;
}

const MERGE: Readonly<Record<Side, (groups: readonly Group[]) => readonly Group[]>> = {
  rows: (groups) =>
    alike(groups, ({ columns, events }) => `${events} ${columns.join()}`).map((same) =>
      same.length === 1 ? same[0]! : { ...same[0]!, rows: ascending(same.flatMap(({ rows }) => rows)) },
    ),
  columns: (groups) =>
    alike(groups, ({ rows, events }) => `${events} ${rows.join()}`).map((same) =>
      same.length === 1 ? same[0]! : { ...same[0]!, columns: ascending(same.flatMap(({ columns }) => columns)) },
    ),
  events: (groups) =>
    alike(groups, ({ rows, columns }) => `${rows.join()} ${columns.join()}`).flatMap((same) =>
      same.length === 1
        ? same
        : mergeEvents(same.map(({ events }) => events)).map((events) => ({ ...same[0]!, events })),
    ),
};

/** Groups with the same key, in the order of the first of each. */
function alike(groups: readonly Group[], keyOf: (group: Group) => string): (readonly Group[])[] {
  return [...Map.groupBy(groups, keyOf).values()];
}

function ascending(numbers: number[]): number[] {
  return numbers.sort((a, b) => a - b);
}

/** Joins disjoint sets of events while two of them make a combination. At most four sets. */
function mergeEvents(sets: readonly EventMask[]): readonly EventMask[] {
  for (const [index, first] of sets.entries()) {
    for (const second of sets.slice(index + 1)) {
      if (!isCombination(first | second)) continue;
      return mergeEvents([first | second, ...sets.filter((set) => set !== first && set !== second)]);
    }
  }
  return sets;
}
