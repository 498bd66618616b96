// Groups uncovered alerts into few policies. A policy reports every combination of its pools, events and recipients, so that this is a
// partition into blocks; the smallest one is too slow to compute in general (NP-hard). Several partitions are computed for each connected
// part of the problem, and the smallest is used. docs/pools.md, "What is migrated".
import { type EventMask, eventMask, HEALTHS, isCombination, NO_EVENTS, SOURCES } from '../pool/event-mask.ts';
import { coverPairs, type Relation } from './cover-pairs.ts';
import { type Group, MERGE_ORDERS, mergeGroups } from './merge-groups.ts';

/** Events that a row needs in a column. Rows are pools, columns are recipients, or classes of them; both are numbers from 0. */
interface Cell {
  readonly row: number;
  readonly column: number;
  /** At least one. */
  readonly events: EventMask;
}

/** Cells between classes of rows and columns. */
interface JoinedCells {
  readonly cells: readonly Cell[];
  /** The rows of each class of rows. Ascending. */
  readonly rows: readonly (readonly number[])[];
  /** The columns of each class of columns. Ascending. */
  readonly columns: readonly (readonly number[])[];
}

/** Splits a set of events into combinations of sources and healths that do not overlap: what one policy can report. */
type EventSplit = (events: EventMask) => readonly EventMask[];

const BY_SOURCE = SOURCES.map((source) => eventMask([source], HEALTHS));
const BY_HEALTH = HEALTHS.map((health) => eventMask(SOURCES, [health]));
const SINGLE = SOURCES.flatMap((source) => HEALTHS.map((health) => eventMask([source], [health])));

const split =
  (parts: readonly EventMask[]): EventSplit =>
  (events) =>
    parts.map((part) => part & events).filter((part) => part !== NO_EVENTS);

const splitOthers =
  (parts: readonly EventMask[]): EventSplit =>
  (events) =>
    isCombination(events) ? [events] : split(parts)(events);

/** In the order in which a plan prefers them: whole combinations first, since they make the fewest policies of pools with the same filter. */
const EVENT_SPLITS: readonly EventSplit[] = [
  splitOthers(BY_SOURCE),
  splitOthers(BY_HEALTH),
  split(BY_SOURCE),
  split(BY_HEALTH),
  split(SINGLE),
];

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

/** Splits cells into parts that share neither a row nor a column and can be solved one by one, in the order of their first cells. */
function connectedParts(cells: readonly Cell[]): (readonly Cell[])[] {
  const byRow = Map.groupBy(cells, ({ row }) => row);
  const byColumn = Map.groupBy(cells, ({ column }) => column);
  const parts: Cell[][] = [];
  for (const first of cells) {
    if (!byRow.has(first.row)) continue;
    const part: Cell[] = [];
    const open = [first.row];
    for (let row = open.pop(); row !== undefined; row = open.pop()) {
      for (const cell of byRow.get(row) ?? []) {
        part.push(cell);
        for (const other of byColumn.get(cell.column) ?? []) open.push(other.row);
        byColumn.delete(cell.column);
      }
      byRow.delete(row);
    }
    parts.push(part.sort((a, b) => a.row - b.row || a.column - b.column));
  }
  return parts;
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

/**
 * Joins rows that are alike, then columns that are alike: they can always share groups, so that the problem becomes smaller without losing a
 * solution. Classes are numbered in the order of their first member.
 */
function joinAlike(cells: readonly Cell[]): JoinedCells {
  const rows = joinRows(cells);
  const columns = joinRows(rows.cells.map(transposed));
  return { cells: columns.cells.map(transposed), rows: rows.members, columns: columns.members };
}

function transposed({ row, column, events }: Cell): Cell {
  return { row: column, column: row, events };
}

function joinRows(cells: readonly Cell[]): {
  readonly cells: Cell[];
  readonly members: readonly (readonly number[])[];
} {
  const byContent = new Map<string, { readonly cells: readonly Cell[]; readonly members: number[] }>();
  for (const [row, own] of [...Map.groupBy(cells, (cell) => cell.row)].sort(([a], [b]) => a - b)) {
    const content = own
      .sort((a, b) => a.column - b.column)
      .map(({ column, events }) => `${column}:${events}`)
      .join();
    const known = byContent.get(content);
    if (known === undefined) byContent.set(content, { cells: own, members: [row] });
    else known.members.push(row);
  }
  const joined = [...byContent.values()];
  return {
    cells: joined.flatMap((one, row) => one.cells.map(({ column, events }) => ({ row, column, events }))),
    members: joined.map(({ members }) => members),
  };
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
