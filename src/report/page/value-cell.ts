// Prints the value of a field as the cell of a table: one line of printable text, different for absent, null, empty and text.
import { printInstant, printJson, type Value } from '../../base/index.ts';
import { type Dataset, eventTimeOf } from '../../language/dataset/index.ts';
import { printable } from '../printable.ts';

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

/**
 * Prints a value: texts without quotes unless they would look like another value, everything else as JSON.
 * @param isWhole prints an event time in full; otherwise to the second
 */
export function valueCell(value: Value | undefined, name: string, dataset: Dataset, isWhole: boolean): Cell {
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

/** `Date` prints only these. */
const [FIRST_PRINTED, LAST_PRINTED] = [-62_167_219_200n * 1_000_000_000n, 253_402_300_799n * 1_000_000_000n];

function isPrintable(instant: bigint): boolean {
  return instant >= FIRST_PRINTED && instant <= LAST_PRINTED;
}
