// LIKE patterns: `%` is any text, `_` one character, a backslash escapes. Linear in the text for patterns without `_`, limited for others.

import { MAX_COMPARED_CELLS } from './limits.ts';

/** Builds the test of a pattern, which returns undefined for more than {@link MAX_COMPARED_CELLS}. @param ignoresCase ILIKE */
export function likeTest(pattern: string, ignoresCase: boolean): (text: string) => boolean | undefined {
  const parts = partsOf(ignoresCase ? pattern.toLowerCase() : pattern);
  const test = parts.some((part) => Array.isArray(part))
    ? general(parts)
    : plain(parts as readonly (string | undefined)[]);
  return ignoresCase ? (text) => test(text.toLowerCase()) : test;
}

/** Literal text, `undefined` for `%`, and a number of `_`. */
type Part = string | undefined | readonly [characters: number];

function partsOf(pattern: string): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at]!;
    const last = parts.at(-1);
    if (character === '%') {
      if (last !== undefined || parts.length === 0) parts.push(undefined);
    } else if (character === '_') {
      if (Array.isArray(last)) parts[parts.length - 1] = [(last[0] as number) + 1];
      else parts.push([1]);
    } else {
      if (character === '\\' && at + 1 < pattern.length) at += 1;
      if (typeof last === 'string') parts[parts.length - 1] = last + pattern[at]!;
      else parts.push(pattern[at]!);
    }
  }
  return parts;
}

/** Literal texts with `%` between them. */
function plain(parts: readonly (string | undefined)[]): (text: string) => boolean {
  const texts = parts.filter((part) => part !== undefined);
  const start = parts[0];
  const end = parts.at(-1);
  if (parts.length === 0) return (text) => text === '';
  if (texts.length === 0) return () => true;
  if (parts.length === 1) return (text) => text === start;
  if (parts.length === 2) return start === undefined ? (text) => text.endsWith(end!) : (text) => text.startsWith(start);
  if (parts.length === 3 && texts.length === 1) return (text) => text.includes(texts[0]!);
  const middle = texts.slice(start === undefined ? 0 : 1, end === undefined ? undefined : -1);
  return (text) => {
    if (start !== undefined && !text.startsWith(start)) return false;
    const last = text.length - (end?.length ?? 0);
    if (end !== undefined && !text.endsWith(end)) return false;
    let at = start?.length ?? 0;
    for (const part of middle) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= last;
  };
}

/** Any pattern: remembers the last `%` only, which is enough. At most the product of both lengths. */
function general(parts: readonly Part[]): (text: string) => boolean | undefined {
  const wanted = parts.flatMap((part): (string | 0 | 1)[] =>
    part === undefined ? [0] : typeof part === 'string' ? [...part] : new Array<1>(part[0]).fill(1),
  );
  return (text) => {
    if (text.length * wanted.length > MAX_COMPARED_CELLS) return undefined;
    const characters = [...text];
    let at = 0;
    let next = 0;
    let retryAt = 0;
    let retryNext = -1;
    while (at < characters.length) {
      const part = wanted[next];
      if (part === 0) {
        retryNext = next + 1;
        retryAt = at;
        next += 1;
      } else if (part === 1 || (part !== undefined && part === characters[at])) {
        at += 1;
        next += 1;
      } else if (retryNext >= 0) {
        retryAt += 1;
        at = retryAt;
        next = retryNext;
      } else return false;
    }
    while (wanted[next] === 0) next += 1;
    return next === wanted.length;
  };
}
