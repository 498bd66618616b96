// Chooses the fields that example lines show, and prints their values: for the text, and for the tables of pages. Independent of the width
// of the output.
import type { Sample } from '../../analysis/aggregates/index.ts';
import { parseJson, printable, printInstant, printJson, type Value } from '../../base/index.ts';
import { type Dataset, eventTimeOf, getDataset, type ShownFields, shownFields } from '../../language/dataset/index.ts';

/** The column with the object and offset of a line. */
export const PLACE_COLUMN = '@place';

/** The field is absent. */
const ABSENT_MARK = '–';

/** The text of a value. */
export interface Cell {
  text: string;
  /** Whether the text is a mark for a value that is not there. */
  isMark?: boolean;
  isNumber?: boolean;
  /** Whether the text is a time: it is unreadable without its middle. */
  isTime?: boolean;
}

/** `Date` prints only these. */
const [FIRST_PRINTED, LAST_PRINTED] = [-62_167_219_200n * 1_000_000_000n, 253_402_300_799n * 1_000_000_000n];

/** A column and its cells. */
export interface LineColumn {
  title: string;
  cells: readonly Cell[];
  /** Whether the cells are never shortened, and the column is the last one, beyond the width if need be. */
  isWhole?: boolean;
  /** Whether the column finds the event elsewhere: a shortened identifier finds none. */
  isFinding?: boolean;
}

/** What decides which fields a table shows if the user does not choose. */
export interface LineFields {
  /** Name of the dataset. */
  dataset: string;
  /** Fields that the filters test: they are shown after the identifier and the time. */
  tested: readonly string[];
}

/** Example lines as a table. */
export interface SampleColumns {
  /** A cell for each line that is a JSON object. Empty if all lines are shown whole. */
  columns: LineColumn[];
  /** The first columns, which must be shown: identifier, time and the tested fields, or those that the user chose. */
  least: number;
  /** Lines to show whole. */
  whole: readonly Sample[];
}

/** A sample that is a JSON object. */
interface ReadSample {
  sample: Sample;
  record: ReadonlyMap<string, Value>;
}

/** Returns the columns of the lines. @param show as in `PageSettings` */
export function sampleColumns(
  samples: readonly Sample[],
  fields: LineFields,
  show: readonly string[] | 'all' | undefined,
): SampleColumns {
  if (show === 'all') return { columns: [], least: 0, whole: samples };
  const dataset = getDataset(fields.dataset);
  const read = samples.map((sample) => ({ sample, record: recordIn(sample.line) }));
  const rows = read.filter((one): one is ReadSample => one.record !== undefined);
  const byMeaning = shownFields(dataset, fields.tested);
  const { names, least } = show === undefined ? fieldsToShow(byMeaning, rows) : { names: show, least: show.length };
  if (names.length === 0) return { columns: [], least: 0, whole: samples };
  return {
    least,
    columns: names.map((name) => ({
      ...columnOf(name, rows, dataset, show !== undefined),
      isFinding: byMeaning.finding.includes(name),
    })),
    whole: read.filter(({ record }) => record === undefined).map(({ sample }) => sample),
  };
}

/** A field that no line has is shown only if a filter tests it, and the lines have other fields of the dataset. */
function fieldsToShow(
  { finding, tested, describing }: ShownFields,
  rows: readonly ReadSample[],
): { names: string[]; least: number } {
  const isFound = (name: string): boolean => rows.some(({ record }) => record.has(name));
  const needed = [...finding.filter(isFound), ...tested];
  const names = [...needed, ...describing.filter(isFound)];
  return names.some(isFound) ? { names, least: needed.length } : { names: [], least: 0 };
}

function columnOf(name: string, rows: readonly ReadSample[], dataset: Dataset, isChosen: boolean): LineColumn {
  if (name === PLACE_COLUMN) {
    return {
      title: name,
      isWhole: true,
      cells: rows.map(({ sample: { object, offset } }) => ({ text: `${object}@${offset}` })),
    };
  }
  const cells = rows.map(({ record }) => valueCell(record.get(name), name, dataset, isChosen));
  return { title: printable(name), cells };
}

/** Returns undefined for CSV, and for anything else that is not one JSON object. */
function recordIn(line: string): ReadonlyMap<string, Value> | undefined {
  try {
    const value = parseJson(line);
    return value instanceof Map ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Prints a value: texts without quotes unless they would look like another value, everything else as JSON.
 * @param isWhole prints an event time in full; otherwise to the second
 */
function valueCell(value: Value | undefined, name: string, dataset: Dataset, isWhole: boolean): Cell {
  if (value === undefined) return { text: ABSENT_MARK, isMark: true };
  if (value === null) return { text: 'null', isMark: true };
  const time = name === dataset.eventTime.field ? eventTimeOf(dataset, value) : undefined;
  if (time !== undefined && isPrintable(time)) {
    const text = printInstant(time);
    return { text: isWhole ? text : text.replace(/\.\d+Z$/, 'Z'), isTime: true };
  }
  if (typeof value === 'string') return { text: printable(isPlain(value) ? value : printJson(value)) };
  const isObject = Array.isArray(value) || value instanceof Map;
  return { text: printable(printJson(value)), isNumber: !isObject && typeof value !== 'boolean' };
}

/** Whether a text without quotes cannot be taken for another value, and shows where it begins and ends. */
function isPlain(text: string): boolean {
  if (text === ABSENT_MARK || text.startsWith('"') || text !== text.trim()) return false;
  return !/^(?:|null|true|false|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[[{].*[\]}])$/s.test(text);
}

function isPrintable(instant: bigint): boolean {
  return instant >= FIRST_PRINTED && instant <= LAST_PRINTED;
}
