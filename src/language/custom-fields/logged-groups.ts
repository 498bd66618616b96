// The custom fields of one line, in the order of the line. Lists, not objects: a JavaScript object puts names that look like
// integers before all others.
import type { LoggedKey } from '../dataset/index.ts';
import { loggedKeyOf, type Ruleset } from './ruleset/ruleset.ts';
import type { Truncation } from './truncate.ts';

/** One field of a line. */
export interface LoggedField {
  name: string;
  /** As logged; an array with `preserve_duplicates`. */
  value: string | readonly string[];
  /** `cut`: the value crosses the limit; `emptied`: the value comes after that one and was not empty before truncation. */
  state: 'whole' | 'cut' | 'emptied';
}

/** The fields under one key of a line. */
export interface LoggedGroup {
  key: LoggedKey;
  /** In configured order, without the fields that the exchange lacks. */
  fields: readonly LoggedField[];
}

/** Returns the configured keys of a line in configured order; the group of a key is empty if the exchange has none of its fields. */
export function loggedGroups(
  ruleset: Ruleset,
  { values, sizes, crossing }: Pick<Truncation, 'values' | 'sizes' | 'crossing'>,
): LoggedGroup[] {
  const groups = new Map<LoggedKey, LoggedField[]>();
  ruleset.fields.forEach(({ array, name }, index) => {
    const key = loggedKeyOf(array);
    const fields = groups.get(key) ?? [];
    groups.set(key, fields);
    const value = values[index];
    if (value === undefined) return;
    const isAfter = crossing >= 0 && index > crossing && sizes[index]! > 0;
    fields.push({ name, value, state: index === crossing ? 'cut' : isAfter ? 'emptied' : 'whole' });
  });
  return [...groups].map(([key, fields]) => ({ key, fields }));
}
