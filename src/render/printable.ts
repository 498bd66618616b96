// Escapes control characters and invisible characters in text from outside, which could control a terminal, and shortens long text.
import { printPlural } from '../base/index.ts';

/** Shortens a text to `columns` by replacing its middle; never cuts a character of two UTF-16 units. */
export function shorten(text: string, columns: number): string {
  if (text.length <= columns) return text;
  const head = Math.ceil((columns - 1) * 0.6);
  const [start, end] = [text.slice(0, head), text.slice(text.length - (columns - 1 - head))];
  return `${start.replace(HALF_AT_END, '')}…${end.replace(HALF_AT_START, '')}`;
}

/** Cuts the end of a text beyond `most` characters, and counts what is missing. */
export function cutAfter(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most)}… and ${printPlural(text.length - most, 'more character')}`;
}

const HALF_AT_END = /[\ud800-\udbff]$/;
const HALF_AT_START = /^[\udc00-\udfff]/;

/** Maximum width of the name of a field, object or job. Columns. */
const NAME_COLUMNS = 160;

/** Returns a result with every text escaped by {@link printable} and names shortened. Every text renderer must call it first. */
export function printableAll<Result>(result: Result): Result {
  if (typeof result === 'string') return printable(result) as Result;
  if (Array.isArray(result)) return result.map(printableAll) as Result;
  if (typeof result !== 'object' || result === null || Object.getPrototypeOf(result) !== Object.prototype)
    return result;
  const entries = Object.entries(result).map(([key, value]) => {
    const text = key === 'name' && typeof value === 'string' ? shorten(value, NAME_COLUMNS) : value;
    return [printable(key), printableAll(text)];
  });
  return Object.fromEntries(entries) as Result;
}

/**
 * UTF-16 units that control a terminal or are invisible, beyond the C0 controls: DEL and C1 controls, marks and controls of text direction,
 * line and paragraph separators, invisible operators, the zero width space, the byte order mark, the noncharacters U+FFFE and U+FFFF, and tag
 * characters. Zero width joiners are excluded: scripts and emoji need them.
 */
const HIDDEN =
  '[\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufffe\\uffff]|\\udb40[\\udc00-\\udc7f]';
const HIDDEN_IN_JSON = new RegExp(HIDDEN, 'g');
const HIDDEN_IN_TEXT = new RegExp(`[\\u0000-\\u001f]|${HIDDEN}`, 'g');
const HIDDEN_IN_LINES = new RegExp(`[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f]|\\r(?!\\n)|${HIDDEN}`, 'g');

/** Escapes the control characters and invisible characters of a one-line text. */
export function printable(text: string): string {
  return text.replace(HIDDEN_IN_TEXT, escapeUnits);
}

/** Like {@link printable} for whole lines: keeps line ends and tabs. */
export function printableLines(text: string): string {
  return text.replace(HIDDEN_IN_LINES, escapeUnits);
}

/** Like {@link printable} for JSON text: keeps the values. */
export function printableJson(json: string): string {
  return json.replace(HIDDEN_IN_JSON, escapeUnits);
}

function escapeUnits(found: string): string {
  return found
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
