// Compares what was sent with what the API returns. The API leaves empty values out of its answers and adds values of its own.
// docs/platform.md, "Jobs" and "Management API".
import { isDeepStrictEqual } from 'node:util';
import { isPlainObject } from '../../base/index.ts';

/** Whether an object of the API has all the values that were sent. Ignores keys that were not sent, and the keys in `except`. */
export function hasValues(
  found: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
  except: readonly string[],
): boolean {
  return Object.entries(sent).every(([key, value]) => except.includes(key) || isSame(found[key], value));
}

function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(withoutEmpty(a), withoutEmpty(b));
}

/** Replaces an empty value, which the API may leave out, by undefined; in objects it leaves out the key. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(withoutEmpty);
  if (isPlainObject(value)) {
    const entries = Object.entries(value)
      .map(([key, inner]) => [key, withoutEmpty(inner)] as const)
      .filter(([, inner]) => inner !== undefined);
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  }
  return value === null || value === '' || value === 0 || value === false ? undefined : value;
}
