// What stands in the line of one exchange, in the order of the line: a list and no object, since a JavaScript object sorts
// names that look like integers before all others.
import { type LoggedKey, loggedKeyOf, type Ruleset } from './ruleset/ruleset.ts';
import type { Truncation } from './truncate.ts';

/** One field of a line. */
export interface LoggedField {
  name: string;
  /** As logged. With `preserve_duplicates` an array. */
  value: string | readonly string[];
  /** `cut`: the value crosses the limit; `emptied`: it stands behind that, and was not empty before. */
  state: 'whole' | 'cut' | 'emptied';
}

/** What stands under one key of a line. */
export interface LoggedGroup {
  key: LoggedKey;
  /** In configured order, without those that the exchange lacks. */
  fields: readonly LoggedField[];
}

/** The keys of a line for which fields are configured, in configured order; where the exchange has no field of a key, an empty one. */
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
    const isBehind = crossing >= 0 && index > crossing && sizes[index]! > 0;
    fields.push({ name, value, state: index === crossing ? 'cut' : isBehind ? 'emptied' : 'whole' });
  });
  return [...groups].map(([key, fields]) => ({ key, fields }));
}
