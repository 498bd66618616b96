// The lines that a suggestion is learnt from, as arrays: their bytes, their day, and whether a term may drop them. The compiled filters decide them, in
// columns and as records. Searches nothing.
import { HOURS_PER_DAY, MS_PER_DAY, NS_PER_MS } from '../../base/index.ts';
import type { ColumnRows } from '../../input/columns/index.ts';
import { DEFERRED, timesOf, verdictIn } from '../../input/scan/index.ts';
import { eventTimeOf } from '../../language/dataset/index.ts';
import { type CompiledFilter, KEEP } from '../../language/filter/index.ts';
import {
  FieldTexts,
  type RowsRequest,
  type RowTable,
  readRows,
  runsOf,
  type ValueReading,
  visitDeferred,
} from '../rows/index.ts';

/** Periods that lines are judged by; earlier days are joined. Bounds the memory of histograms; ours. */
const MAX_PERIODS = 32;
/** A day with a smaller share of the bytes of a usual day is judged with its neighbor: an hour of a day is no day. Ours. */
const MIN_DAY_SHARE = 0.1;
/** Objects of a single day from which the last ones are judged apart, and their share. Ours. */
const MIN_SPLIT_OBJECTS = 3;
const HELD_OUT_OBJECTS = 1 / 3;
/** Distinct texts of a field in lines that are not in columns: with more, the others count as absent. Ours. */
const MAX_ODD_TEXTS = 2 ** 20;

/** Rows of one object in one part. */
export interface SpaceRun {
  from: number;
  /** Exclusive. */
  to: number;
  /** Of its rows, the first at 0. */
  states: Uint8Array;
  /** The number of its first row among all rows. */
  first: number;
}

/** A day of the lines, or several that are judged together; of lines of one day, a part of their objects. */
export interface Period {
  /** UTC: `2026-11-01`. Empty for lines without a readable time alone. */
  days: string[];
  /** Names of the objects. Absent: the period has all lines of its days. */
  objects?: string[];
  /** Of the lines that the filter in force keeps. */
  lines: number;
  bytes: number;
  /** Of those that no promise protects. */
  droppableBytes: number;
}

/** Lines whose values the record reader reads. */
interface OddRows {
  rows: Uint32Array;
  /** By field: the numbers of their texts, 0 without one; the texts. */
  fields: ReadonlyMap<string, { numbers: Uint32Array; texts: FieldTexts }>;
}

/** The lines that the filter in force keeps. Arrays have an entry for each row that was read. */
export interface LineSpace {
  table: RowTable;
  reading: ValueReading;
  parts: readonly { part: ColumnRows; runs: readonly SpaceRun[] }[];
  odd: OddRows;
  /** 0 for a row outside the space. */
  bytes: Uint32Array;
  /** Index in {@link periods}. */
  periodOf: Uint8Array;
  /** 1 if the filter in force keeps the line and no promise protects it. */
  droppable: Uint8Array;
  periods: readonly Period[];
  lines: number;
  totalBytes: number;
}

/** What is read. */
export interface SpaceRequest extends Omit<RowsRequest, 'filters' | 'decisive'> {
  /** @default every line is in force */
  inForce: CompiledFilter | undefined;
  /** The lines that no term may drop. @default none */
  promised: CompiledFilter | undefined;
  /** Fields whose values are wanted. */
  fields: ReadonlySet<string>;
}

/** The day of a line without a readable time. */
const NO_DAY = -(2 ** 31);

/** Reads the lines. @throws HeadgateError as `readRows`; the reason of the signal */
export async function readSpace({ inForce, promised, fields, ...request }: SpaceRequest): Promise<LineSpace> {
  const { dataset, signal } = request;
  const table = await readRows({ ...request, filters: promised === undefined ? [inForce] : [inForce, promised] });
  signal.throwIfAborted();
  const reading: ValueReading = { dataset, reading: request.reading, signal };
  const byPart = new Map<ColumnRows, SpaceRun[]>();
  const oddRows: Uint32Array[] = [];
  const ends: number[] = [];
  let rows = 0;
  for (const object of table.objects) {
    const odd: number[] = [];
    for (const [index, { part, from, to }] of runsOf(object, reading).entries()) {
      const { states } = object.runs[index]!;
      const known = byPart.get(part) ?? [];
      byPart.set(part, known);
      known.push({ from, to, states, first: rows });
      for (let row = 0; row < states.length; row += 1) if ((states[row]! & DEFERRED) !== 0) odd.push(rows + row);
      rows += to - from;
    }
    const stored = object.stored?.states ?? new Uint8Array();
    for (let row = 0; row < stored.length; row += 1) if (stored[row] !== 0) odd.push(rows + row);
    rows += stored.length;
    oddRows.push(Uint32Array.from(odd));
    ends.push(rows);
  }
  const [bytes, dayOf, droppable] = [new Uint32Array(rows), new Int32Array(rows), new Uint8Array(rows)];
  const admit = (row: number, state: number, size: number, day: number): void => {
    if (state === 0 || verdictIn(state, 0) !== KEEP) return;
    bytes[row] = size;
    dayOf[row] = day;
    droppable[row] = promised !== undefined && verdictIn(state, 1) === KEEP ? 0 : 1;
  };
  const parts = [...byPart].map(([part, runs]) => ({ part, runs }));
  for (const { part, runs } of parts) {
    const { hours, numbers } = timesOf(part);
    const days = numbers.map((hour) => (Number.isNaN(hour) ? NO_DAY : Math.floor(hour / HOURS_PER_DAY)));
    const sizes = part.bytes;
    for (const { from, to, states, first } of runs)
      for (let row = from; row < to; row += 1)
        admit(first + row - from, states[row - from]! & ~DEFERRED, sizes[row]!, days[hours[row]!]!);
  }
  const odd = await readOdd({ table, reading, fields }, oddRows, admit);
  const byDay = periodsOf(dayOf, bytes, droppable);
  const { periods, periodOf } =
    byDay.periods.length === 1 && ends.length >= MIN_SPLIT_OBJECTS
      ? periodsOfObjects({ bytes, droppable, ends, days: byDay.periods[0]!.days }, table)
      : byDay;
  return {
    ...{ table, reading, parts, odd, bytes, periodOf, droppable, periods },
    lines: periods.reduce((sum, period) => sum + period.lines, 0),
    totalBytes: periods.reduce((sum, period) => sum + period.bytes, 0),
  };
}

/** Reads the rows that are not exactly in columns. @param rowsOf by object @param admit receives each with its size and day */
async function readOdd(
  { table, reading, fields }: Pick<LineSpace, 'table' | 'reading'> & Pick<SpaceRequest, 'fields'>,
  rowsOf: readonly Uint32Array[],
  admit: (row: number, state: number, bytes: number, day: number) => void,
): Promise<OddRows> {
  const { eventTime } = reading.dataset;
  const rows = Uint32Array.from(rowsOf.flatMap((one) => [...one]));
  const found = new Map<string, { numbers: Uint32Array; texts: FieldTexts }>();
  let at = 0;
  for (const [index, object] of table.objects.entries()) {
    if (rowsOf[index]!.length === 0) continue;
    await visitDeferred(object, reading, (record, state) => {
      const time = eventTimeOf(reading.dataset, record.get(eventTime.field));
      const day = time === undefined ? NO_DAY : Math.floor(Number(time / NS_PER_MS) / MS_PER_DAY);
      admit(rows[at]!, state & ~DEFERRED, record.bytes, day);
      for (let key = 0; key < record.fieldCount; key += 1) {
        const name = record.fieldName(key);
        if (!fields.has(name)) continue;
        const { numbers, texts } = found.get(name) ?? {
          numbers: new Uint32Array(rows.length),
          texts: new FieldTexts(),
        };
        found.set(name, { numbers, texts });
        const text = record.json.toString('utf8', record.valueStart(key), record.valueEnd(key)).trim();
        numbers[at] = texts.table.count < MAX_ODD_TEXTS ? texts.numberOf(text) : 0;
      }
      at += 1;
    });
  }
  return { rows, fields: found };
}

/** Groups days to periods. */
function periodsOf(dayOf: Int32Array, bytes: Uint32Array, droppable: Uint8Array) {
  const byDay = new Map<number, Period & { numbers: number[] }>();
  for (let row = 0; row < dayOf.length; row += 1) {
    if (bytes[row] === 0) continue;
    const number = dayOf[row]!;
    const day = byDay.get(number) ?? { numbers: [number], days: [], lines: 0, bytes: 0, droppableBytes: 0 };
    if (day.lines === 0) byDay.set(number, day);
    day.lines += 1;
    day.bytes += bytes[row]!;
    if (droppable[row] === 1) day.droppableBytes += bytes[row]!;
  }
  const days = [...byDay].sort(([a], [b]) => a - b).map(([, day]) => day);
  const sizes = days.map((day) => day.bytes).sort((a, b) => a - b);
  const least = (sizes[sizes.length >> 1] ?? 0) * MIN_DAY_SHARE;
  const periods: typeof days = [];
  for (const day of days) {
    const last = periods.at(-1);
    // A short first day, or lines without a time, wait for the next day.
    const joins = last !== undefined && (day.bytes < least || last.bytes < least);
    if (joins) join(last, day);
    else periods.push(day);
  }
  while (periods.length > MAX_PERIODS) {
    const [first] = periods.splice(0, 1);
    const numbers = [...first!.numbers, ...periods[0]!.numbers];
    join(periods[0]!, first!);
    periods[0]!.numbers = numbers;
  }
  const indexOf = new Map(periods.flatMap(({ numbers }, index) => numbers.map((number) => [number, index] as const)));
  const periodOf = new Uint8Array(dayOf.length);
  for (let row = 0; row < dayOf.length; row += 1) if (bytes[row] !== 0) periodOf[row] = indexOf.get(dayOf[row]!)!;
  const named = periods.map(({ numbers, ...period }) => ({
    ...period,
    days: numbers
      .filter((number) => number !== NO_DAY)
      .map((day) => new Date(day * MS_PER_DAY).toISOString().slice(0, 10)),
  }));
  return { periods: named, periodOf };
}

/** Divides the objects of one day: those that are learnt from, and the last ones. @param ends by object: the row after it */
function periodsOfObjects(
  {
    bytes,
    droppable,
    ends,
    days,
  }: Pick<LineSpace, 'bytes' | 'droppable'> & { ends: readonly number[]; days: string[] },
  { objects }: RowTable,
): { periods: Period[]; periodOf: Uint8Array } {
  const first = Math.ceil(ends.length * (1 - HELD_OUT_OBJECTS));
  const names = objects.map(({ item }) => item.object.name);
  const periods = [names.slice(0, first), names.slice(first)].map((own): Period & { objects: string[] } => ({
    ...{ days, objects: own, lines: 0, bytes: 0, droppableBytes: 0 },
  }));
  const periodOf = new Uint8Array(bytes.length).fill(1, ends[first - 1]);
  for (let row = 0; row < bytes.length; row += 1) {
    if (bytes[row] === 0) continue;
    const period = periods[periodOf[row]!]!;
    period.lines += 1;
    period.bytes += bytes[row]!;
    if (droppable[row] === 1) period.droppableBytes += bytes[row]!;
  }
  return { periods, periodOf };
}

function join(to: Period & { numbers: number[] }, other: Period & { numbers: number[] }): void {
  to.numbers = [...to.numbers, ...other.numbers];
  to.lines += other.lines;
  to.bytes += other.bytes;
  to.droppableBytes += other.droppableBytes;
}
