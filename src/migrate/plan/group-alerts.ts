// Groups uncovered alerts into few policies. A policy reports every combination of its pools, events and recipients, so that this is a
// partition into blocks; the least one is too slow to compute in general (NP-hard). Several partitions are computed for each connected part
// of the problem, and the smallest is used. test/migrate compares the result with an exhaustive search.
import type { EventMask } from '../pool/event-mask.ts';
import { coverPairs, type Relation } from './cover-pairs.ts';
import { type Group, MERGE_ORDERS, mergeGroups } from './merge-groups.ts';
import { EVENT_SPLITS, type EventSplit } from './split-events.ts';

/** What a recipient must receive of a pool. Pools and recipients are numbers from 0, in the order in which the plan names them. */
export interface RequiredEvents {
  readonly pool: number;
  readonly recipient: number;
  /** At least one. */
  readonly events: EventMask;
}

/** Alerts of one policy. */
export interface AlertGroup {
  /** Ascending. */
  readonly pools: readonly number[];
  /** Ascending. */
  readonly recipients: readonly number[];
  /** A combination of sources and healths. */
  readonly events: EventMask;
}

/**
 * Groups alerts, each in exactly one group. Groups with the first pools come first. The result does not depend on the order of the alerts.
 * @param required each pair of pool and recipient once
 */
export function groupAlerts(required: readonly RequiredEvents[]): AlertGroup[] {
  const { cells, pools, recipients } = classesOf(required);
  return connectedParts(cells)
    .flatMap(fewestGroups)
    .map(({ rows, columns, events }) => ({
      pools: ascending(rows.flatMap((row) => pools[row]!)),
      recipients: ascending(columns.flatMap((column) => recipients[column]!)),
      events,
    }))
    .sort(byContent);
}

/** What the recipients of a class must receive of the pools of a class. */
interface Cell {
  readonly row: number;
  readonly column: number;
  readonly events: EventMask;
}

interface Classes {
  readonly cells: readonly Cell[];
  /** The pools of each row. */
  readonly pools: readonly (readonly number[])[];
  /** The recipients of each column. */
  readonly recipients: readonly (readonly number[])[];
}

/** Joins pools that need the same events for the same recipients, then recipients that need the same events of the same pools. */
function classesOf(required: readonly RequiredEvents[]): Classes {
  const rows = classes(required.map(({ pool, recipient, events }) => ({ of: pool, with: recipient, events })));
  const ofRows = required.flatMap(({ pool, recipient, events }) =>
    rows.members[rows.classOf.get(pool)!]![0] === pool ? [{ row: rows.classOf.get(pool)!, recipient, events }] : [],
  );
  const columns = classes(ofRows.map(({ row, recipient, events }) => ({ of: recipient, with: row, events })));
  const cells = ofRows.flatMap(({ row, recipient, events }) => {
    const column = columns.classOf.get(recipient)!;
    return columns.members[column]![0] === recipient ? [{ row, column, events }] : [];
  });
  return { cells, pools: rows.members, recipients: columns.members };
}

interface Member {
  readonly of: number;
  readonly with: number;
  readonly events: EventMask;
}

/** Numbers that have the same entries. Classes in the order of their smallest member. */
function classes(entries: readonly Member[]): {
  readonly classOf: ReadonlyMap<number, number>;
  readonly members: readonly (readonly number[])[];
} {
  const byMember = [...Map.groupBy(entries, (entry) => entry.of)].sort(([a], [b]) => a - b);
  const classOf = new Map<number, number>();
  const members: number[][] = [];
  const byKey = new Map<string, number>();
  for (const [member, own] of byMember) {
    const key = own
      .sort((a, b) => a.with - b.with)
      .map((entry) => `${entry.with}:${entry.events}`)
      .join();
    const known = byKey.get(key);
    const index = known ?? members.length;
    if (known === undefined) {
      byKey.set(key, index);
      members.push([]);
    }
    classOf.set(member, index);
    members[index]!.push(member);
  }
  return { classOf, members };
}

/** Splits cells into parts that share neither a row nor a column. Each part in ascending order of row and column. */
function connectedParts(cells: readonly Cell[]): (readonly Cell[])[] {
  const byRow = Map.groupBy(cells, ({ row }) => row);
  const byColumn = Map.groupBy(cells, ({ column }) => column);
  const seen = new Set<number>();
  const parts: Cell[][] = [];
  for (const start of byRow.keys()) {
    if (seen.has(start)) continue;
    seen.add(start);
    const open = [start];
    const columns = new Set<number>();
    const part: Cell[] = [];
    for (let row = open.pop(); row !== undefined; row = open.pop()) {
      for (const cell of byRow.get(row)!) {
        part.push(cell);
        if (columns.has(cell.column)) continue;
        columns.add(cell.column);
        for (const other of byColumn.get(cell.column)!) {
          if (seen.has(other.row)) continue;
          seen.add(other.row);
          open.push(other.row);
        }
      }
    }
    parts.push(part.sort((a, b) => a.row - b.row || a.column - b.column));
  }
  return parts;
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
    for (const side of ['rows', 'columns'] as const) {
      const groups = layersOf(cells, split).flatMap((layer) => groupsOf(layer, side));
      for (const order of orders) {
        const merged = mergeGroups(groups, order);
        if (fewest === undefined || merged.length < fewest.length) fewest = merged;
        if (fewest.length === 1) return fewest;
      }
    }
  }
  return fewest ?? [];
}

/** The cells that need the same events after a split, by these events. */
function layersOf(cells: readonly Cell[], split: EventSplit): (readonly Cell[])[] {
  const parts = cells.flatMap((cell) => split(cell.events).map((events) => ({ ...cell, events })));
  return [...Map.groupBy(parts, ({ events }) => events).values()];
}

/** Partitions cells with the same events. */
function groupsOf(layer: readonly Cell[], side: 'rows' | 'columns'): Group[] {
  const {
    cells,
    pools: rowsOf,
    recipients: columnsOf,
  } = classesOf(layer.map(({ row, column, events }) => ({ pool: row, recipient: column, events })));
  const columnsOfRow: number[][] = rowsOf.map(() => []);
  const rowsOfColumn: number[][] = columnsOf.map(() => []);
  for (const { row, column } of cells) {
    columnsOfRow[row]!.push(column);
    rowsOfColumn[column]!.push(row);
  }
  const relation: Relation = { columnsOfRow, rowsOfColumn };
  return coverPairs(relation, side).map(({ rows, columns }) => ({
    rows: ascending(rows.flatMap((row) => rowsOf[row]!)),
    columns: ascending(columns.flatMap((column) => columnsOf[column]!)),
    events: layer[0]!.events,
  }));
}

function ascending(numbers: number[]): number[] {
  return numbers.sort((a, b) => a - b);
}

function byContent(a: AlertGroup, b: AlertGroup): number {
  return compareLists(a.pools, b.pools) || compareLists(a.recipients, b.recipients) || a.events - b.events;
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  if (at === -1) return a.length - b.length;
  return at < b.length ? a[at]! - b[at]! : 1;
}
