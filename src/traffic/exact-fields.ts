// The `fields` of a line of NDJSON with exact numbers. Parses the line again only if a number may have lost digits.
import { isPlainObject, JsonSyntaxError, type PlainObject, parseJson, type Value } from '../base/index.ts';

/** Deeper values are parsed again: `JSON.parse` has no limit, the stack does. Levels. */
const MAX_LEVELS = 16;

/**
 * Returns fields whose numbers are exact: as `JSON.parse` returns them, or as values of src/base.
 * @param rounded the fields from `JSON.parse`: numbers may have lost their last digits
 * @param text the line
 * @returns undefined if values are nested more deeply than src/base parses
 */
export function exactFields(rounded: PlainObject, text: string): PlainObject | undefined {
  if (isExact(rounded, 0)) return rounded;
  const exact = exactMember(text, 'fields');
  return exact instanceof Map ? Object.fromEntries(exact) : undefined;
}

function isExact(value: unknown, level: number): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return true;
  if (level === MAX_LEVELS) return false;
  const inner: unknown[] = isPlainObject(value) ? Object.values(value) : (value as unknown[]);
  return inner.every((one) => isExact(one, level + 1));
}

/** Returns a member of the object that a line contains, with exact numbers; undefined if the line cannot be parsed or lacks it. */
export function exactMember(text: string, name: string): Value | undefined {
  try {
    const line = parseJson(text);
    return line instanceof Map ? line.get(name) : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}
