// One value as a cell of CSV. Strings stand in double quotes, a quote inside is doubled (RFC 4180); numbers stand bare; null is an
// empty cell; true, false, arrays and objects are their JSON in quotes. The platform documents the first two; the rest is ours.
import { rewriteLookups } from './lookups.ts';
import type { TextBuffer } from './text-buffer.ts';

const QUOTE = 34;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const BACKSLASH = 92;
const LETTER_N = 110;

/**
 * Appends the cell of the JSON value at `json[start, end)`. Half a surrogate pair (`\ud800`), which no UTF-8 can hold, becomes U+FFFD.
 * @param rewrites whether `${` becomes `x{` where JSON escapes hide it in an array or object; plain ones are left to the caller
 */
export function appendCell(target: TextBuffer, json: Buffer, start: number, end: number, rewrites: boolean): void {
  const first = json[start]!;
  if (first === LETTER_N) return;
  if (first === MINUS || (first >= ZERO && first <= NINE)) {
    target.append(json, start, end);
  } else if (first === QUOTE) {
    // Without escapes it holds no quote either.
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
