// The values of fields in the lines of a table: which occur, in how many lines of each state, and which fields distinguish some lines from the others.
// Reads columns; a line that columns do not contain exactly goes to the record reader.
import { NS_PER_MS, parseJson, printJson, Smallest } from '../../base/index.ts';
import {
  type Column,
  ColumnLines,
  type ColumnRows,
  NO_TIME,
  TextTable,
  templatePieces,
  textAt,
  textOf,
} from '../../input/columns/index.ts';
import { yieldToEventLoop } from '../../input/destination/index.ts';
import { emptyTotal, type ReadingFlags, readerOptionsOf, readIntoPass } from '../../input/objects/index.ts';
import { createRecordReader, type LineRecord } from '../../input/record/index.ts';
import { DEFERRED, KernelScanners, ObjectScan, type RowState } from '../../input/scan/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { NOTHING_ELSE, type RowPlace, type RowTable, rowAt, type Selected, type TableObject } from './row-table.ts';

/** How the values of lines are read. */
export interface ValueReading {
  dataset: Dataset;
  reading: ReadingFlags;
  signal: AbortSignal;
}

/** Distinct texts of one field in an index, numbered across its parts. Questions about the same field share it. */
export class FieldTexts {
  readonly table: TextTable = new TextTable();
  readonly #numbers = new WeakMap<Column, Uint32Array>();

  /** By code of a column: the number of the text, 0 for none. */
  numbersOf(column: Column): Uint32Array {
    const known = this.#numbers.get(column);
    if (known !== undefined) return known;
    const { bytes, ends } = column.texts;
    const numbers = new Uint32Array(ends.length + 1);
    const hasEscapes = bytes.includes(BACKSLASH);
    let start = 0;
    for (let index = 0; index < ends.length; index += 1) {
      const end = ends[index]!;
      if (end > start)
        numbers[index + 1] = hasEscapes ? this.#add(bytes.subarray(start, end)) : this.table.add(bytes, start, end);
      start = end;
    }
    this.#numbers.set(column, numbers);
    return numbers;
  }

  /** The number of a text. */
  numberOf(text: string): number {
    return this.#add(Buffer.from(text));
  }

  /** Texts of a value that are written with different escapes have one number. */
  #add(text: Uint8Array): number {
    const usual = text.includes(BACKSLASH) ? usualText(text) : text;
    return this.table.add(usual, 0, usual.length);
  }
}

const BACKSLASH = 92;

function usualText(text: Uint8Array): Uint8Array {
  try {
    return Buffer.from(printJson(parseJson(decoded(text))));
  } catch {
    return text;
  }
}

/** Lines of each value. */
export class CountedTexts {
  readonly texts: FieldTexts;
  /** Whether the lines of all objects are counted: otherwise counts are lower bounds, and values are missing. */
  readonly isWhole: boolean;
  readonly #counts: ReadonlyMap<RowState, Uint32Array>;

  /** @param counts by state and number of the text */
  constructor(texts: FieldTexts, counts: ReadonlyMap<RowState, Uint32Array>, isWhole: boolean) {
    this.texts = texts;
    this.isWhole = isWhole;
    this.#counts = counts;
  }

  /** The selected lines of a value. @param number of the text; 0: lines without the field */
  at(number: number, selected: Selected): number {
    let lines = 0;
    for (const [state, counts] of this.#counts) lines += selected[state]! * counts[number]!;
    return lines;
  }

  /** All selected lines. */
  all(selected: Selected): number {
    let lines = 0;
    for (const [state, counts] of this.#counts)
      if (selected[state] === 1) lines += counts.reduce((sum, one) => sum + one, 0);
    return lines;
  }
}

/**
 * Counts the values of a field.
 * @param maxTexts distinct values that `texts` lacks so far, after which no other object is counted @default all are
 * @throws the reason of the signal, once it is aborted
 */
export async function countValues(
  table: RowTable,
  field: string,
  texts: FieldTexts,
  reading: ValueReading,
  maxTexts: number = Number.POSITIVE_INFINITY,
): Promise<CountedTexts> {
  // All numbers are known before anything is counted: deferred lines may add texts.
  const deferred: [number, RowState][] = [];
  const objects: TableObject[] = [];
  const known = texts.table.count;
  for (const object of table.objects) {
    if (texts.table.count - known > maxTexts) break;
    objects.push(object);
    for (const { part } of runsOf(object, reading)) {
      await yieldToEventLoop();
      reading.signal.throwIfAborted();
      const column = part.withheld.has(field) ? undefined : part.fields.get(field);
      if (column !== undefined) texts.numbersOf(column);
    }
    await visitDeferred(object, reading, (record, state) => {
      const text = textIn(record, field);
      deferred.push([text === null ? 0 : texts.numberOf(text), state & ~DEFERRED]);
    });
  }
  const counts: (Uint32Array | undefined)[] = [];
  const add = (state: RowState, number: number): void => {
    counts[state] ??= new Uint32Array(texts.table.count + 1);
    counts[state][number]! += 1;
  };
  for (const object of objects) {
    for (const [index, { part, from }] of runsOf(object, reading).entries()) {
      await yieldToEventLoop();
      reading.signal.throwIfAborted();
      const { states } = object.runs[index]!;
      const column = part.withheld.has(field) ? undefined : part.fields.get(field);
      const numbers = column && texts.numbersOf(column);
      const codes = column?.codes;
      for (let row = 0; row < states.length; row += 1) {
        const state = states[row]!;
        if (state === 0 || (state & DEFERRED) !== 0) continue;
        const code = codes === undefined ? from + row + 1 : codes[from + row]!;
        add(state, numbers === undefined ? 0 : numbers[code]!);
      }
    }
  }
  for (const [number, state] of deferred) add(state, number);
  const found = counts.flatMap((one, state) => (one === undefined ? [] : [[state, one] as const]));
  return new CountedTexts(texts, new Map(found), objects.length === table.objects.length);
}

/** Values in the order of their counts. */
export interface RankedTexts {
  /** Numbers of texts, and the texts: JSON. */
  found: { number: number; text: string }[];
  /** How many match. */
  distinct: number;
}

/** Texts between two yields. */
const TEXTS_AT_A_STRETCH = 8192;

/**
 * Returns the most frequent values.
 * @param by the lines whose counts order them
 * @param matches of the JSON text of a value @default all do
 * @param among how many values are looked at, in the order in which they occur first @default all
 * @throws the reason of the signal, once it is aborted
 */
export async function rankTexts(
  counted: CountedTexts,
  {
    by,
    limit,
    matches,
    among = Number.POSITIVE_INFINITY,
  }: { by: Selected; limit: number; matches?: ((text: string) => boolean) | undefined; among?: number },
  signal: AbortSignal,
): Promise<RankedTexts> {
  const { table } = counted.texts;
  const all = { texts: table.texts };
  const bytesOf = (number: number): Uint8Array => textAt(all, number);
  const best = new Smallest<number>(
    limit,
    (a, b) => counted.at(b, by) - counted.at(a, by) || Buffer.compare(bytesOf(a), bytesOf(b)),
  );
  let distinct = 0;
  for (let number = 1; number <= Math.min(table.count, among); number += 1) {
    if (number % TEXTS_AT_A_STRETCH === 0) {
      await yieldToEventLoop();
      signal.throwIfAborted();
    }
    if (counted.at(number, by) === 0) continue;
    if (matches !== undefined && !matches(decoded(bytesOf(number)))) continue;
    distinct += 1;
    best.add(number);
  }
  return { found: best.toArray().map((number) => ({ number, text: decoded(bytesOf(number)) })), distinct };
}

/** Compressed bytes of a column in a part beyond which its values are too many to distinguish lines by. Ours. */
const MAX_RANKED_BYTES = 1024 * 1024;
/** Parts whose lines are compared. Ours: their columns are read for this alone. */
const RANKED_PARTS = 2;
/** Selected lines of a part that are compared with as many others, evenly spread. Ours: all lines of two parts take six times as long. */
const RANKED_LINES = 32_768;

/**
 * Ranks fields by how well their values distinguish selected lines from the others, on the lines of a few parts.
 * @returns names, the best first; fields whose values do not distinguish them are left out
 */
export async function rankFields(table: RowTable, selected: Selected, reading: ValueReading): Promise<string[]> {
  const parts = new Map<ColumnRows, { from: number; to: number; states: Uint8Array; lines: number }[]>();
  for (const object of table.objects)
    for (const [index, { part, from, to }] of runsOf(object, reading).entries()) {
      const { states } = object.runs[index]!;
      let lines = 0;
      for (let row = 0; row < states.length; row += 1) lines += selected[states[row]!]!;
      parts.set(part, [...(parts.get(part) ?? []), { from, to, states, lines }]);
    }
  const sizes = [...parts].map(([part, runs]) => ({
    part,
    runs,
    lines: runs.reduce((sum, run) => sum + run.lines, 0),
  }));
  const scores = new Map<string, number>();
  for (const { part, runs } of sizes.sort((a, b) => b.lines - a.lines).slice(0, RANKED_PARTS)) {
    const passing = part.passing?.() ?? part;
    const compared = [0, 1].map((group) => spreadRows(runs, (state) => state !== 0 && selected[state] === group));
    for (const name of passing.fields.keys()) {
      await yieldToEventLoop();
      reading.signal.throwIfAborted();
      if ((passing.fields.storedBytes?.(name) ?? 0) > MAX_RANKED_BYTES || part.withheld.has(name)) continue;
      const score = informationOf(passing.fields.get(name)!, compared);
      scores.set(name, (scores.get(name) ?? 0) + score);
    }
  }
  return [...scores]
    .filter(([, score]) => score > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([name]) => name);
}

/** Rows of a part that pass a test: at most {@link RANKED_LINES}, evenly spread over all that do. */
function spreadRows(
  runs: readonly { from: number; states: Uint8Array }[],
  test: (state: RowState) => boolean,
): Uint32Array {
  const passes = Uint8Array.from({ length: 256 }, (_, state) => Number(test(state)));
  let count = 0;
  for (const { states } of runs) for (let row = 0; row < states.length; row += 1) count += passes[states[row]!]!;
  const rows = new Uint32Array(Math.min(count, RANKED_LINES));
  let [seen, taken] = [0, 0];
  for (const { from, states } of runs)
    for (let row = 0; row < states.length && taken < rows.length; row += 1) {
      if (passes[states[row]!] === 0) continue;
      if (seen >= Math.floor((taken * count) / rows.length)) {
        rows[taken] = from + row;
        taken += 1;
      }
      seen += 1;
    }
  return rows;
}

/** The mutual information of the values of a column and the group of a row, less what chance gives, times the rows. Nats. @param groups rows of each */
function informationOf(column: Column, groups: readonly Uint32Array[]): number {
  const { codes, texts } = column;
  if (codes === undefined) return 0;
  const counts = new Float64Array((texts.ends.length + 1) * 2);
  for (const [group, rows] of groups.entries())
    for (let at = 0; at < rows.length; at += 1) counts[codes[rows[at]!]! * 2 + group]! += 1;
  const all = groups.map((rows) => rows.length);
  const lines = all[0]! + all[1]!;
  if (all[0] === 0 || all[1] === 0) return 0;
  let information = 0;
  let values = 0;
  for (let at = 0; at < counts.length; at += 2) {
    const sum = counts[at]! + counts[at + 1]!;
    if (sum === 0) continue;
    values += 1;
    for (const group of [0, 1]) {
      const count = counts[at + group]!;
      if (count > 0) information += count * Math.log((count * lines) / (sum * all[group]!));
    }
  }
  // The expected value for independent ones: Miller and Madow.
  return information - (values - 1) / 2;
}

/** Returns the JSON texts of some fields of lines; null for a field that a line lacks. In the order of the places. */
export async function readValues(
  places: readonly RowPlace[],
  fields: readonly string[],
  reading: ValueReading,
): Promise<(string | null)[][]> {
  const found = new Map<RowPlace, (string | null)[]>();
  for (const [object, ofObject] of Map.groupBy(places, (place) => place.object)) {
    reading.signal.throwIfAborted();
    const runs = runsOf(object, reading);
    const wanted = new Map<number, RowPlace>();
    for (const place of ofObject) {
      const { run, state } = place;
      const part = run && runs[run.index]!.part;
      const offset = place.offset ?? part!.offsets[run!.row]!;
      if (part === undefined || (state & DEFERRED) !== 0) wanted.set(offset, place);
      else
        found.set(
          place,
          fields.map((field) => valueAt(part, field, run!.row)),
        );
    }
    if (wanted.size > 0)
      await visitDeferred(object, reading, (record) => {
        const place = wanted.get(record.offset);
        if (place !== undefined)
          found.set(
            place,
            fields.map((field) => textIn(record, field)),
          );
      });
  }
  return places.map((place) => found.get(place) ?? fields.map(() => null));
}

/** Where a line begins in its inflated object. */
export function offsetOf({ object, run, offset }: RowPlace, reading: ValueReading): number {
  return offset ?? runsOf(object, reading)[run!.index]!.part.offsets[run!.row]!;
}

/** Reads one line. @param visit receives its record, and the line as it is stored @returns whether there is one at this offset */
export async function readLineAt(
  object: TableObject,
  offset: number,
  reading: ValueReading,
  visit: (record: LineRecord, line: Uint8Array) => void,
): Promise<boolean> {
  let isFound = false;
  const take = (record: LineRecord): void => {
    if (record.offset !== offset || isFound) return;
    isFound = true;
    visit(record, record.stored());
  };
  for (const { part, from, to } of runsOf(object, reading)) {
    const row = rowAt({ part, from, to }, offset);
    if (row === undefined || part.withheld.size > 0) continue;
    readRow(part.passing?.() ?? part, row, object, reading, take);
    return isFound;
  }
  await visitBytes(object, reading, take);
  return isFound;
}

function valueAt(part: ColumnRows, field: string, row: number): string | null {
  if (part.withheld.has(field)) return null;
  const column = part.fields.get(field);
  const text = column === undefined ? undefined : textOf(column, row);
  return text === undefined || text.length === 0 ? null : decoded(text);
}

/** The JSON text of a field, as the line contains it. */
function textIn(record: LineRecord, field: string): string | null {
  const index = record.indexOf(field);
  return index < 0 ? null : record.json.toString('utf8', record.valueStart(index), record.valueEnd(index)).trim();
}

function decoded(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

/** The runs of an object with their parts, which are in memory at least during the call. */
export function runsOf({ item, runs }: TableObject, { dataset }: ValueReading) {
  return runs.length === 0 ? [] : (item.destination.columnsOf?.(item.object, dataset.name) ?? []);
}

/** Visits the lines of an object whose values the record reader knows, with their states. Lines in columns come first. */
export async function visitDeferred(
  object: TableObject,
  reading: ValueReading,
  visit: (record: LineRecord, state: RowState) => void,
): Promise<void> {
  const { runs, stored } = object;
  for (const [index, { from, states, deferred }] of runs.entries()) {
    for (const row of deferred) {
      const state = states[row - from]!;
      readRow(runsOf(object, reading)[index]!.part, row, object, reading, (record) => visit(record, state));
    }
  }
  if (stored === undefined) return;
  let at = 0;
  await visitBytes(object, reading, (record) => {
    while (at < stored.offsets.length && stored.offsets[at]! < record.offset) at += 1;
    const state = stored.offsets[at] === record.offset ? stored.states[at]! : 0;
    if (state !== 0) visit(record, state);
  });
}

/** Reads a row with the record reader, as the scan of its object does. */
function readRow(
  part: ColumnRows,
  row: number,
  { item }: TableObject,
  { dataset, reading }: ValueReading,
  visit: (record: LineRecord) => void,
): void {
  const options = readerOptionsOf(item, dataset, reading);
  const records = createRecordReader(
    { ...options, input: 'ndjson', rejectOther: false, offset: part.offsets[row]! },
    { ...NOTHING_ELSE, record: visit },
  );
  records.push(new ColumnLines(part).lines(row, row + 1));
  records.end();
}

/** Reads an object to its end with the record reader. */
async function visitBytes(
  { item }: TableObject,
  { dataset, reading, signal }: ValueReading,
  visit: (record: LineRecord) => void,
): Promise<void> {
  const scanners = new KernelScanners(() => undefined);
  const pass = {
    lineCount: 0,
    openObject: (_name: string, options: ConstructorParameters<typeof ObjectScan>[1]) =>
      new ObjectScan(scanners, options, {
        record: (record) => {
          visit(record);
          return true;
        },
        ...NOTHING_ELSE,
      }),
  };
  const total = emptyTotal();
  await readIntoPass(item, { pass, dataset, reading, total, signal, onBytes: () => {}, onObject: () => {} });
}

/** Counts the lines of a part that have each field, by their templates: lines without one are not counted. */
export function fieldLines({ templates, fields, rows }: ColumnRows): Map<string, number> {
  const names = [...fields.keys()];
  const lines = new Uint32Array(templates.texts.ends.length + 1);
  const { codes } = templates;
  for (let row = 0; row < rows; row += 1) lines[codes === undefined ? row + 1 : codes[row]!]! += 1;
  const found = new Map<string, number>();
  for (let template = 1; template < lines.length; template += 1) {
    for (const { column } of templatePieces(textAt(templates, template)))
      if (column !== undefined) found.set(names[column]!, (found.get(names[column]!) ?? 0) + lines[template]!);
  }
  return found;
}

const HALF_RANGE = 2 ** 32;

/** The first and the last event time of a part, to the millisecond since 1970; undefined without any. */
export function timeSpan({ times }: ColumnRows): { first: number; last: number } | undefined {
  const words = new Int32Array(times.buffer, times.byteOffset, times.length * 2);
  const none = Number(NO_TIME);
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < words.length; at += 2) {
    const time = words[at + 1]! * HALF_RANGE + (words[at]! >>> 0);
    if (time <= none) continue;
    if (time < first) first = time;
    if (time > last) last = time;
  }
  if (first > last) return undefined;
  return { first: Math.floor(first / Number(NS_PER_MS)), last: Math.floor(last / Number(NS_PER_MS)) };
}

/** Returns the bytes of selected lines, as they are stored, each with a line end. @param maxBytes after which no line is added */
export async function storedLines(
  table: RowTable,
  selected: Selected,
  maxBytes: number,
  reading: ValueReading,
): Promise<{ text: Buffer; isWhole: boolean }> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const add = (piece: Uint8Array): void => {
    bytes += piece.length;
    if (bytes <= maxBytes) pieces.push(piece);
  };
  const readers = new Map<ColumnRows, ColumnLines>();
  for (const object of table.objects) {
    await yieldToEventLoop();
    reading.signal.throwIfAborted();
    for (const [index, { part, from, to }] of runsOf(object, reading).entries()) {
      const { states } = object.runs[index]!;
      for (let row = from; row < to && bytes <= maxBytes; row += 1) {
        if (selected[states[row - from]!] === 0) continue;
        const lines = readers.get(part) ?? new ColumnLines(part.passing?.() ?? part);
        readers.set(part, lines);
        const line = lines.lines(row, row + 1);
        add(line);
        if (line.at(-1) !== LF) add(Uint8Array.of(LF));
      }
    }
    if (object.stored === undefined || bytes > maxBytes) continue;
    await visitDeferred({ ...object, runs: [] }, reading, (record, state) => {
      if (selected[state] === 1) add(Buffer.concat([record.stored(), Uint8Array.of(LF)]));
    });
  }
  return { text: Buffer.concat(pieces), isWhole: bytes <= maxBytes };
}

const LF = 10;
