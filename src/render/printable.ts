// Text from outside → text that is safe to look at: what would steer a terminal, or cannot be seen, is escaped.

/** Shortens a text in its middle to `columns`. */
export function shorten(text: string, columns: number): string {
  if (text.length <= columns) return text;
  const head = Math.ceil((columns - 1) * 0.6);
  return `${text.slice(0, head)}…${text.slice(text.length - (columns - 1 - head))}`;
}

/** Longest name of a field, object or job shown whole. Columns. */
const NAME_COLUMNS = 160;

/** A result with every text in it {@link printable}, and names cut to what a screen can hold: the one door for data from outside. */
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
 * UTF-16 units that steer a terminal or cannot be seen, beyond the C0 controls: DEL and C1 controls, marks and controls of text direction,
 * line and paragraph separators, invisible operators, the zero width space, the byte order mark, and tag characters. Zero width joiners
 * are none of them: scripts and emoji need those.
 */
const HIDDEN =
  '[\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]|\\udb40[\\udc00-\\udc7f]';
const HIDDEN_IN_JSON = new RegExp(HIDDEN, 'g');
const HIDDEN_IN_TEXT = new RegExp(`[\\u0000-\\u001f]|${HIDDEN}`, 'g');
const HIDDEN_IN_LINES = new RegExp(`[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f]|\\r(?!\\n)|${HIDDEN}`, 'g');

/** A text of one line with its control characters, which must not reach a terminal, and invisible ones as visible escapes. */
export function printable(text: string): string {
  return text.replace(HIDDEN_IN_TEXT, escapeUnits);
}

/** As {@link printable}, of whole lines: line ends and tabs stay. */
export function printableLines(text: string): string {
  return text.replace(HIDDEN_IN_LINES, escapeUnits);
}

/** As {@link printable}, of JSON text: the same values. */
export function printableJson(json: string): string {
  return json.replace(HIDDEN_IN_JSON, escapeUnits);
}

function escapeUnits(found: string): string {
  return found
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
