// Which custom fields a line may contain: those of the ruleset if there is one, otherwise any of the right shape. Built once for a run.
import { type CustomFieldLimits, loggedKeyOf, type Ruleset } from '../../../language/custom-fields/index.ts';
import { type Dataset, hasCustomFields, LOGGED_KEYS, type LoggedKey } from '../../../language/dataset/index.ts';
import type { ExpectedField } from './line-schema.ts';

/** One key of a line whose value contains custom fields. */
export interface CustomKey {
  /** As the line contains it. */
  key: string;
  logged: LoggedKey;
  /** Configured names, each with whether all values of a repeated header are logged; undefined without a ruleset. */
  names: ReadonlyMap<string, boolean> | undefined;
  /** Configured names by their lower case. */
  folded: ReadonlyMap<string, string>;
}

/** The custom fields of a line. */
export interface CustomPlan {
  /** In the order in which values count towards the size. */
  keys: readonly CustomKey[];
  limits: CustomFieldLimits;
}

/** The key that the documentation uses for response headers in one place; docs/platform.md, "Custom fields". */
const RESPONSE_ALIAS = 'ResponseFields';

/** The fields of a job that lists none: any of these may occur. */
const ANY_FIELDS = [...LOGGED_KEYS, RESPONSE_ALIAS].map((key) => ({ key, field: key }));

/** Builds the plan for the lines of a schema; without keys for datasets that have no custom fields. */
export function planCustomFields(
  { fields = ANY_FIELDS }: { fields: readonly Pick<ExpectedField, 'key' | 'field'>[] | undefined },
  ruleset: Ruleset | undefined,
  limits: CustomFieldLimits,
  dataset: Dataset,
): CustomPlan {
  if (!hasCustomFields(dataset)) return { keys: [], limits };
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
