// Writes one value as a CSV cell. Strings are in double quotes, with quotes inside doubled (RFC 4180); numbers are
// bare; null is an empty cell; true, false, arrays and objects are quoted JSON. The platform documents the first two;
// the rest is our choice.
import { rewriteLookups } from './lookups.ts';
import type { TextBuffer } from './text-buffer.ts';

const QUOTE = 34;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const BACKSLASH = 92;
const LETTER_N = 110;

/**
 * Appends the cell of the JSON value at `json[start, end)`. A lone surrogate (`\ud800`), which UTF-8 cannot encode,
 * becomes U+FFFD.
 * @param rewrites whether to turn a `${` that JSON escapes hide in an array or object into `x{`; the caller rewrites
 * plain ones
 */
export function appendCell(target: TextBuffer, json: Buffer, start: number, end: number, rewrites: boolean): void {
  const first = json[start]!;
  if (first === LETTER_N) return;
  if (first === MINUS || (first >= ZERO && first <= NINE)) {
    target.append(json, start, end);
  } else if (first === QUOTE) {
    // A string without escapes contains no quotes.
    if (!hasBackslash(json, start, end)) target.append(json, start, end);
    else target.appendText(`"${(JSON.parse(json.toString('utf8', start, end)) as string).replaceAll('"', '""')}"`);
  } else if (rewrites && hasBackslash(json, start, end)) {
    const copy = Buffer.from(json.subarray(start, end));
    rewriteLookups(copy, true);
    target.appendQuoted(copy, 0, copy.length);
  } else {
    target.appendQuoted(json, start, end);
  }
}

function hasBackslash(json: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i += 1) if (json[i] === BACKSLASH) return true;
  return false;
}
