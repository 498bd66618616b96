// Lists of objects in the configuration. An invalid list allows nothing.

/** Objects by exact object key and by prefix. The prefix `""` is every object. */
export interface AllowList {
  keys: string[];
  prefixes: string[];
}

const NOTHING: AllowList = { keys: [], prefixes: [] };

/**
 * Parses the value of a variable: an object, or text that contains it as JSON. An absent variable allows nothing. Any
 * other shape allows nothing, too, and is logged.
 */
export function parseAllowList(name: string, value: unknown): AllowList {
  if (value === undefined || value === null || value === '') return NOTHING;
  const list = readAllowList(typeof value === 'string' ? parseJson(value) : value);
  if (list !== null) return list;
  console.error(`${name} allows nothing: expected {"keys": ["…"], "prefixes": ["…"]}`);
  return NOTHING;
}

/** Whether a list contains an object key. */
export function allows({ keys, prefixes }: AllowList, key: string): boolean {
  return keys.includes(key) || prefixes.some((prefix) => key.startsWith(prefix));
}

/** @returns null for any other shape, or with an unknown member: a misspelled `prefix` is logged, not ignored */
function readAllowList(value: unknown): AllowList | null {
  if (typeof value !== 'object' || value === null) return null;
  const { keys = [], prefixes = [], ...others } = value as Record<string, unknown>;
  return isTextList(keys) && isTextList(prefixes) && Object.keys(others).length === 0 ? { keys, prefixes } : null;
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
