// The lines that a suggestion is learnt from, as arrays: their weight, their day, and whether a term may drop them. The compiled filters decide them, in
// columns and as records. Searches nothing.
import { HOURS_PER_DAY, MS_PER_DAY, NS_PER_MS } from '../../base/index.ts';
import type { ColumnRows } from '../../input/columns/index.ts';
import { DEFERRED, timesOf, verdictIn } from '../../input/scan/index.ts';
import { eventTimeOf } from '../../language/dataset/index.ts';
import { type CompiledFilter, KEEP, type NullReading } from '../../language/filter/index.ts';
import { FieldTexts, type RowsRequest, readRows, runsOf, type TableObject, visitDeferred } from '../rows/index.ts';
import { wantedFields } from './vocabulary.ts';

/** Periods that lines are judged by; earlier days are joined. Bounds the memory of histograms; ours. */
const MAX_PERIODS = 32;
/** A day with a smaller share of the bytes of a usual day is judged with its neighbor: an hour of a day is no day. Ours. */
const MIN_DAY_SHARE = 0.1;
/** The latest periods, of which each is left out in turn: every one takes a search. Ours. */
const MAX_FOLDS = 8;
/** Periods from which each is left out in turn. */
const MIN_FOLDS = 3;
/** Share of the bytes of a single day that is learnt from; its last objects are judged apart. Ours. */
const LEARNT_SHARE = 2 / 3;
/** Distinct texts of a field in lines that are not in columns: with more, the others count as absent. Ours. */
const MAX_ODD_TEXTS = 2 ** 20;

/** A day of the lines, or several that are judged together; of lines of one day, a part of their objects. */
export interface Period {
  /** UTC: `2026-11-01`. Empty for lines without a readable time alone. */
  days: string[];
  hasLinesWithoutTime: boolean;
  /** Names of the objects. Absent: the period has all lines of its days. */
  objects?: string[];
  /** Whether the suggestion is learnt from it: each but the last, and a single one. */
  isLearnt: boolean;
  /** What the lines weigh that the filter in force keeps: bytes, unless the goal is one of money. */
  bytes: number;
  /** The same of those that no promise protects. */
  droppableBytes: number;
}

/** The lines that the filter in force keeps. Arrays have an entry for each row that was read. */
export interface LineSpace {
  /** Columns, and where their rows are among all rows: from `first` on. */
  parts: ReadonlyMap<ColumnRows, readonly { from: number; to: number; first: number }[]>;
  /** Rows whose values the record reader reads, not the columns; by field, the numbers of their texts: 0 without one. */
  odd: { rows: readonly number[]; fields: ReadonlyMap<string, { numbers: Uint32Array; texts: FieldTexts }> };
  /** What a goal is of: bytes, or for one of money what a line costs, in parts. 0 for a row outside the space. */
  bytes: Uint32Array;
  /** Index in {@link periods}. */
  periodOf: Uint8Array;
  /** 1 if the filter in force keeps the line and no promise protects it. */
  droppable: Uint8Array;
  periods: readonly Period[];
  /** Index of the period that the suggestion is not learnt from; −1: it is learnt from the only one. */
  heldOut: number;
  /** Indexes of the periods that are left out in turn: with fewer than three, none. */
  leftOut: readonly number[];
  lines: number;
  totalBytes: number;
}

/** What is read. */
export interface SpaceRequest extends Omit<RowsRequest, 'filters' | 'decisive'> {
  /** @default every line is in force */
  inForce: CompiledFilter | undefined;
  /** The lines that no term may drop. @default none */
  promised: CompiledFilter | undefined;
  nullAs: NullReading;
  /** What a line of so many bytes weighs: an integer from 1 on. @default its bytes */
  weightOf?: ((bytes: number) => number) | undefined;
  /** Fields that the user asked for. */
  use: ReadonlySet<string>;
}

/** The day of a line without a readable time. */
const NO_DAY = -(2 ** 31);

/** Reads the lines. @throws HeadgateError as `readRows`; the reason of the signal */
export async function readSpace(asked: SpaceRequest): Promise<LineSpace> {
  const { inForce, promised, use, weightOf = (size) => size, ...request } = asked;
  const { dataset, signal } = request;
  const fields = wantedFields(dataset, use);
  const { objects } = await readRows({ ...request, filters: promised === undefined ? [inForce] : [inForce, promised] });
  signal.throwIfAborted();
  const count = objects.flatMap(statesOf).reduce((sum, { length }) => sum + length, 0);
  const [bytes, dayOf, droppable] = [new Uint32Array(count), new Int32Array(count), new Uint8Array(count)];
  const admit = (row: number, state: number, size: number, day: number): void => {
    if (state === 0 || verdictIn(state, 0) !== KEEP) return;
    bytes[row] = weightOf(size);
    dayOf[row] = day;
    droppable[row] = promised !== undefined && verdictIn(state, 1) === KEEP ? 0 : 1;
  };
  const parts = new Map<ColumnRows, { from: number; to: number; first: number }[]>();
  const oddRows: number[] = [];
  const ends: number[] = [];
  let first = 0;
  for (const object of objects) {
    for (const [index, { part, from, to }] of runsOf(object, request).entries()) {
      const { states, deferred } = object.runs[index]!;
      const runs = parts.get(part) ?? [];
      parts.set(part, runs);
      runs.push({ from, to, first });
      const { hours, numbers } = timesOf(part);
      const days = numbers.map((hour) => (Number.isNaN(hour) ? NO_DAY : Math.floor(hour / HOURS_PER_DAY)));
      for (let row = from; row < to; row += 1) {
        const state = states[row - from]!;
        if ((state & DEFERRED) === 0) admit(first + row - from, state, part.bytes[row]!, days[hours[row]!]!);
      }
      for (const row of deferred) oddRows.push(first + row - from);
      first += to - from;
    }
    const stored = object.stored?.states ?? [];
    for (const [row, state] of stored.entries()) if (state !== 0) oddRows.push(first + row);
    first += stored.length;
    ends.push(first);
  }
  const oddFields = new Map<string, { numbers: Uint32Array; texts: FieldTexts }>();
  let at = 0;
  for (const object of objects)
    await visitDeferred(object, request, (record, state) => {
      const time = eventTimeOf(dataset, record.get(dataset.eventTime.field));
      const day = time === undefined ? NO_DAY : Math.floor(Number(time / NS_PER_MS) / MS_PER_DAY);
      admit(oddRows[at]!, state & ~DEFERRED, record.bytes, day);
      for (let key = 0; key < record.fieldCount; key += 1) {
        const name = record.fieldName(key);
        if (!fields.has(name)) continue;
        const field = oddFields.get(name) ?? { numbers: new Uint32Array(oddRows.length), texts: new FieldTexts() };
        oddFields.set(name, field);
        const text = record.json.toString('utf8', record.valueStart(key), record.valueEnd(key)).trim();
        field.numbers[at] = field.texts.table.count < MAX_ODD_TEXTS ? field.texts.numberOf(text) : 0;
      }
      at += 1;
    });
  const names = objects.map(({ item }) => item.object.name);
  let lines = 0;
  const { periods: parted, periodOf } = dividePeriods(dayOf, bytes, { names, ends });
  const heldOut = parted.length === 1 ? -1 : parted.length - 1;
  const periods = parted.map(
    (period, index): Period => ({ ...period, isLearnt: index !== heldOut, bytes: 0, droppableBytes: 0 }),
  );
  for (let row = 0; row < count; row += 1) {
    if (bytes[row] === 0) continue;
    const period = periods[periodOf[row]!]!;
    lines += 1;
    period.bytes += bytes[row]!;
    if (droppable[row] === 1) period.droppableBytes += bytes[row]!;
  }
  return {
    ...{ parts, odd: { rows: oddRows, fields: oddFields }, bytes, periodOf, droppable, periods, heldOut, lines },
    leftOut: periods.length < MIN_FOLDS ? [] : [...periods.keys()].slice(-MAX_FOLDS),
    totalBytes: periods.reduce((sum, period) => sum + period.bytes, 0),
  };
}

/** The states of the rows of an object, in the order of all rows. */
export function statesOf({ runs, stored }: TableObject): Uint8Array[] {
  return [...runs, ...(stored === undefined ? [] : [stored])].map(({ states }) => states);
}

/** Returns how many objects to learn from, so that their share of the bytes is next to {@link LEARNT_SHARE}; undefined if a part is too small to be judged. */
function splitOf(bytes: Uint32Array, ends: readonly number[]): number | undefined {
  let [all, row] = [0, 0];
  const sums = ends.map((end) => {
    for (; row < end; row += 1) all += bytes[row]!;
    return all;
  });
  const offOf = (sum: number): number => Math.abs(sum / all - LEARNT_SHARE);
  const learnt = sums.reduce((best, sum) => (offOf(sum) < offOf(best) ? sum : best));
  const isJudged = Math.min(learnt, all - learnt) >= all * MIN_DAY_SHARE;
  return isJudged ? sums.indexOf(learnt) + 1 : undefined;
}

/** Divides the rows by day; those of a single day into the objects that are learnt from, and the last ones. @param ends by object: the row after it */
function dividePeriods(
  dayOf: Int32Array,
  bytes: Uint32Array,
  { names, ends }: { names: readonly string[]; ends: readonly number[] },
): { periods: Pick<Period, 'days' | 'hasLinesWithoutTime' | 'objects'>[]; periodOf: Uint8Array } {
  const bytesOf = new Map<number, number>();
  for (let row = 0; row < dayOf.length; row += 1)
    if (bytes[row] !== 0) bytesOf.set(dayOf[row]!, (bytesOf.get(dayOf[row]!) ?? 0) + bytes[row]!);
  const days = [...bytesOf].sort(([a], [b]) => a - b);
  const sizes = [...bytesOf.values()].sort((a, b) => a - b);
  const least = (sizes[sizes.length >> 1] ?? 0) * MIN_DAY_SHARE;
  const groups: { days: number[]; bytes: number }[] = [];
  for (const [day, size] of days) {
    const last = groups.at(-1);
    // A short first day, or lines without a time, wait for the next day.
    if (last !== undefined && (size < least || last.bytes < least)) {
      last.days.push(day);
      last.bytes += size;
    } else groups.push({ days: [day], bytes: size });
  }
  const early = groups.splice(0, groups.length - MAX_PERIODS);
  groups[0]?.days.unshift(...early.flatMap((group) => group.days));
  const dates = groups.map((group) => ({
    days: group.days
      .filter((day) => day !== NO_DAY)
      .map((day) => new Date(day * MS_PER_DAY).toISOString().slice(0, 10)),
    hasLinesWithoutTime: group.days.includes(NO_DAY),
  }));
  const split = groups.length === 1 ? splitOf(bytes, ends) : undefined;
  if (split !== undefined)
    return {
      periods: [names.slice(0, split), names.slice(split)].map((objects) => ({ ...dates[0]!, objects })),
      periodOf: new Uint8Array(bytes.length).fill(1, ends[split - 1]),
    };
  const periodOfDay = new Map(groups.flatMap((group, index) => group.days.map((day) => [day, index] as const)));
  return {
    periods: dates,
    periodOf: Uint8Array.from(dayOf, (day, row) => (bytes[row] === 0 ? 0 : periodOfDay.get(day)!)),
  };
}
