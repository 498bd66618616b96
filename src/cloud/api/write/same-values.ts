// Compares what was sent with what the API returns. The API leaves empty values out of its answers and adds values of its own.
// docs/platform.md, "Jobs" and "Management API".
import { isDeepStrictEqual } from 'node:util';
import { isPlainObject } from '../../../base/index.ts';
import type { ApiRule } from '../management-api.ts';

/**
 * Whether an object of the API has all the values that were sent. Ignores keys that were not sent, and the keys in `except`.
 * @param inner whether objects inside may have more keys than were sent: of a new object, those are defaults; of a changed one, they may be
 *   the old value
 */
export function hasValues(
  found: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
  except: readonly string[],
  inner: 'equal' | 'more' = 'equal',
): boolean {
  return Object.entries(sent).every(([key, value]) => {
    const other = found[key];
    if (except.includes(key) || isSame(other, value)) return true;
    return inner === 'more' && isPlainObject(value) && isPlainObject(other) && hasValues(other, value, [], inner);
  });
}

/**
 * Whether a rule of the API is the one that was sent. A rule is replaced as a whole: a key that was not sent must be absent or have its
 * default, because it may be that of the rule before.
 */
export function isSameRule(found: ApiRule, sent: ApiRule): boolean {
  const settingsOf = ({ id, version, last_updated, ref, ...settings }: ApiRule) => ({ enabled: true, ...settings });
  return isSame(settingsOf(found), settingsOf(sent)) && (sent.ref === undefined || found.ref === sent.ref);
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
