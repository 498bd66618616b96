// The values of one exchange as the objects that a pushed line holds: RequestHeaders, ResponseHeaders, Cookies.
import { type LoggedKey, loggedKeyOf, type Ruleset } from './ruleset.ts';
import type { LoggedValue } from './truncate.ts';

/** Name → value, in configured order. With `preserve_duplicates` the value is an array. */
export type LoggedObject = Record<string, string | readonly string[]>;

/**
 * The objects of a line. A key whose arrays are not configured is left out; a field that the exchange lacks too, so that
 * an object may be empty.
 * @param values by configured field
 */
export function loggedObjects(
  ruleset: Ruleset,
  values: readonly LoggedValue[],
): Partial<Record<LoggedKey, LoggedObject>> {
  const entries = new Map<LoggedKey, [string, string | readonly string[]][]>();
  ruleset.fields.forEach(({ array, name }, index) => {
    const key = loggedKeyOf(array);
    const value = values[index];
    const found = entries.get(key) ?? [];
    entries.set(key, value === undefined ? found : [...found, [name, value]]);
  });
  return Object.fromEntries([...entries].map(([key, found]) => [key, Object.fromEntries(found)]));
}
