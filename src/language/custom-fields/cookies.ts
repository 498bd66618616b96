// Parses the Cookie and Set-Cookie headers. Decodes nothing and keeps quotes: RFC 6265, sections 4.2 and 5.2. Allocates no
// arrays, because it runs for every exchange.

const SEMICOLON = 59;
const EQUALS = 61;
const SPACE = 32;
const TAB = 9;

/**
 * Calls `onCookie` for each cookie of one Cookie header, in order. A part without `=` is a cookie without a value. Takes time
 * linear in the length of the header.
 */
export function eachCookie(header: string, onCookie: (name: string, value: string) => void): void {
  let start = 0;
  /** The first `=` at or after `start`; -1: none is left. Stored, because a new search for each part is quadratic if parts have none. */
  let equals = header.indexOf('=');
  while (start < header.length) {
    const found = header.indexOf(';', start);
    const end = found < 0 ? header.length : found;
    if (equals >= 0 && equals < start) equals = header.indexOf('=', start);
    if (equals >= 0 && equals < end) {
      const name = trimmed(header, start, equals);
      if (name !== '') onCookie(name, trimmed(header, equals + 1, end));
    } else {
      const name = trimmed(header, start, end);
      if (name !== '') onCookie(name, '');
    }
    start = end + 1;
  }
}

/** Returns the name of the cookie that a Set-Cookie header sets. */
export function setCookieName(header: string): string {
  let end = 0;
  while (end < header.length && header.charCodeAt(end) !== EQUALS && header.charCodeAt(end) !== SEMICOLON) end += 1;
  return trimmed(header, 0, end);
}

function trimmed(text: string, start: number, end: number): string {
  let from = start;
  let to = end;
  while (from < to && isBlank(text.charCodeAt(from))) from += 1;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}
