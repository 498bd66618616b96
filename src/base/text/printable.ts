// Escapes control characters and invisible characters in text from outside, which could control a terminal.

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
