// What custom fields a line may carry: by the ruleset where there is one, else anything of the right shape. Built once for a run.

import {
  CUSTOM_FIELDS_DATASET,
  type CustomFieldLimits,
  LOGGED_KEYS,
  type LoggedKey,
  loggedKeyOf,
  type Ruleset,
} from '../../custom-fields/index.ts';
import type { Dataset } from '../../dataset/index.ts';
import type { ExpectedField } from './line-schema.ts';

/** One key of a line that holds custom fields. */
export interface CustomKey {
  /** As it stands in the line. */
  key: string;
  logged: LoggedKey;
  /** Configured names, each with whether all values of a repeated header are logged; undefined without a ruleset. */
  names: ReadonlyMap<string, boolean> | undefined;
  /** Each configured name by its lower case. */
  folded: ReadonlyMap<string, string>;
}

/** All of it. */
export interface CustomPlan {
  /** In the order in which values count. */
  keys: readonly CustomKey[];
  limits: CustomFieldLimits;
}

/** The key that the documentation uses for response headers in one place. reference/logpush.md, section 6. */
const RESPONSE_ALIAS = 'ResponseFields';

/** What a job may list that says nothing of its fields. */
const ANY_FIELDS = [...LOGGED_KEYS, RESPONSE_ALIAS].map((key) => ({ key, field: key }));

/** The plan for lines of a form; without keys for other datasets than that of custom fields. */
export function planCustomFields(
  { fields = ANY_FIELDS }: { fields: readonly Pick<ExpectedField, 'key' | 'field'>[] | undefined },
  ruleset: Ruleset | undefined,
  limits: CustomFieldLimits,
  dataset: Dataset,
): CustomPlan {
  if (dataset.name !== CUSTOM_FIELDS_DATASET) return { keys: [], limits };
  const keys = LOGGED_KEYS.flatMap((logged) =>
    fields
      .filter(({ field }) => field === logged || (logged === 'ResponseHeaders' && field === RESPONSE_ALIAS))
      .map(({ key }) => {
        const names = namesOf(ruleset, logged);
        return {
          key,
          logged,
          names,
          folded: new Map([...(names?.keys() ?? [])].map((name) => [name.toLowerCase(), name])),
        };
      }),
  );
  return { keys, limits };
}

function namesOf(ruleset: Ruleset | undefined, logged: LoggedKey): ReadonlyMap<string, boolean> | undefined {
  if (ruleset === undefined) return undefined;
  const configured = ruleset.fields.filter(({ array }) => loggedKeyOf(array) === logged);
  return new Map(configured.map(({ name, preserveDuplicates }) => [name, preserveDuplicates]));
}
