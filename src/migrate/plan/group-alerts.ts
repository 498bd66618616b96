// Groups uncovered alerts into few policies. A policy reports every combination of its pools, events and recipients, so that this is a
// partition into blocks; the smallest one is too slow to compute in general (NP-hard). Several partitions are computed for each connected
// part of the problem, and the smallest is used. docs/semantics.md, "Pool notifications".
import type { EventMask } from '../pool/event-mask.ts';
import { connectedParts } from './connected-parts.ts';
import { coverPairs, type Relation } from './cover-pairs.ts';
import { type Cell, type JoinedCells, joinAlike } from './join-alike.ts';
import { type Group, MERGE_ORDERS, mergeGroups } from './merge-groups.ts';
import { EVENT_SPLITS, type EventSplit } from './split-events.ts';

/**
 * Groups alerts, each in exactly one group. Groups with the first rows come first. The result does not depend on the order of the cells.
 * @param cells what each pool (row) and recipient (column) needs; each pair once. A plan names pools and recipients in this order
 */
export function groupAlerts(cells: readonly Cell[]): Group[] {
  const joined = joinAlike(cells);
  const solved = new Map<string, readonly Group[]>();
  return connectedParts(joined.cells)
    .flatMap((part) => groupsOfPart(part, solved))
    .map((group) => membersOf(group, joined))
    .sort(byContent);
}

/** Parts of the same shape, such as one recipient with the same filters, are solved once. */
function groupsOfPart(part: readonly Cell[], solved: Map<string, readonly Group[]>): readonly Group[] {
  const rows = ascending([...new Set(part.map(({ row }) => row))]);
  const columns = ascending([...new Set(part.map(({ column }) => column))]);
  const rowIndex = new Map(rows.map((row, index) => [row, index]));
  const columnIndex = new Map(columns.map((column, index) => [column, index]));
  const cells = part.map(({ row, column, events }) => ({
    row: rowIndex.get(row)!,
    column: columnIndex.get(column)!,
    events,
  }));
  const shape = cells.map(({ row, column, events }) => `${row}:${column}:${events}`).join();
  const groups = solved.get(shape) ?? fewestGroups(cells);
  solved.set(shape, groups);
  return groups.map((group) => ({
    rows: group.rows.map((row) => rows[row]!),
    columns: group.columns.map((column) => columns[column]!),
    events: group.events,
  }));
}

/** Larger parts are merged in one order only: the others rarely save a group, and each takes as long as the first. */
const MAX_CELLS_FOR_EVERY_ORDER = 2_000;

/** The smallest of the partitions that are tried; of several the first. */
function fewestGroups(cells: readonly Cell[]): readonly Group[] {
  let fewest: readonly Group[] | undefined;
  // If all cells need the same events, a finer split cannot save a group.
  const isUniform = cells.every(({ events }) => events === cells[0]!.events);
  const orders = cells.length <= MAX_CELLS_FOR_EVERY_ORDER ? MERGE_ORDERS : [MERGE_ORDERS[0]!];
  for (const split of isUniform ? [EVENT_SPLITS[0]!] : EVENT_SPLITS) {
    const layers = layersOf(cells, split).map(joinLayer);
    for (const side of ['rows', 'columns'] as const) {
      const groups = layers.flatMap((layer) => groupsOf(layer, side));
      for (const order of orders) {
        const merged = mergeGroups(groups, order);
        if (fewest === undefined || merged.length < fewest.length) fewest = merged;
        if (fewest.length === 1) return fewest;
      }
    }
  }
  return fewest ?? [];
}

/** The cells after a split of their events; those with the same events together. */
function layersOf(cells: readonly Cell[], split: EventSplit): (readonly Cell[])[] {
  const parts = cells.flatMap((cell) => split(cell.events).map((events) => ({ ...cell, events })));
  return [...Map.groupBy(parts, ({ events }) => events).values()];
}

/** Cells with the same events, as a relation between classes of rows and columns. */
interface Layer extends Relation {
  readonly events: EventMask;
  readonly joined: JoinedCells;
}

function joinLayer(cells: readonly Cell[]): Layer {
  const joined = joinAlike(cells);
  const columnsOfRow: number[][] = joined.rows.map(() => []);
  const rowsOfColumn: number[][] = joined.columns.map(() => []);
  for (const { row, column } of joined.cells) {
    columnsOfRow[row]!.push(column);
    rowsOfColumn[column]!.push(row);
  }
  return { events: cells[0]!.events, joined, columnsOfRow, rowsOfColumn };
}

/** Partitions a layer. @param side preferred if both give the same number */
function groupsOf(layer: Layer, side: 'rows' | 'columns'): Group[] {
  const { events, joined } = layer;
  return coverPairs(layer, side).map((star) => membersOf({ ...star, events }, joined));
}

/** Replaces classes by their members. */
function membersOf(group: Group, members: { readonly rows: Members; readonly columns: Members }): Group {
  return {
    rows: ascending(group.rows.flatMap((row) => members.rows[row]!)),
    columns: ascending(group.columns.flatMap((column) => members.columns[column]!)),
    events: group.events,
  };
}

type Members = readonly (readonly number[])[];

function ascending(numbers: number[]): number[] {
  return numbers.sort((a, b) => a - b);
}

function byContent(a: Group, b: Group): number {
  return compareLists(a.rows, b.rows) || compareLists(a.columns, b.columns) || a.events - b.events;
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  if (at === -1) return a.length - b.length;
  return at < b.length ? a[at]! - b[at]! : 1;
}
