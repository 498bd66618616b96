// The limits of custom-fields rulesets and of the lines they produce: each number of docs/semantics.md, "Custom fields", once.
import { COMBINED_BYTES } from '../dataset/index.ts';
import type { FieldArray } from './ruleset/ruleset.ts';

/** Maximum number of custom fields of a zone under the classic limits, all arrays together; docs/platform.md, "Custom fields". */
export const CLASSIC_FIELDS = 40;

/** Maximum number of custom fields in one array under the current limits; docs/platform.md, "Custom fields". */
export const CURRENT_FIELDS_PER_ARRAY = 100;

/** Share of {@link COMBINED_BYTES} from which a line counts as near the limit. Our choice. */
export const NEAR_LIMIT_SHARE = 0.9;

/** A line whose values have at least this many UTF-8 bytes, and no more than the limit, is near the limit. */
export const NEAR_LIMIT_BYTES = Math.ceil(COMBINED_BYTES * NEAR_LIMIT_SHARE);

/** `classic`: as documented from 2023-10 to 2025-04; `current`: since then. */
export type LimitsName = 'classic' | 'current';

/** One set of limits. */
export interface CustomFieldLimits {
  name: LimitsName;
  /** The arrays that a rule may contain, in the order in which their values count. */
  arrays: readonly FieldArray[];
  /** Maximum number of fields of all arrays together; undefined: no limit. */
  fieldsInAll: number | undefined;
  /** Maximum number of fields of one array; undefined: no limit. */
  fieldsPerArray: number | undefined;
  /** Most UTF-8 bytes of all values of a line together; undefined: no limit, no truncation. */
  combinedBytes: number | undefined;
  /** Whether an entry of a response array may log every value of a repeated header. */
  allowsDuplicates: boolean;
  /** Request headers that are never logged, in lower case. */
  neverLogged: readonly string[];
}

/** Both sets of limits, by name. Source: docs/semantics.md and docs/platform.md, "Custom fields". */
export const LIMITS: Readonly<Record<LimitsName, CustomFieldLimits>> = {
  classic: {
    name: 'classic',
    arrays: ['request_fields', 'response_fields', 'cookie_fields'],
    fieldsInAll: CLASSIC_FIELDS,
    fieldsPerArray: undefined,
    combinedBytes: COMBINED_BYTES,
    allowsDuplicates: false,
    neverLogged: [],
  },
  current: {
    name: 'current',
    arrays: ['request_fields', 'transformed_request_fields', 'response_fields', 'raw_response_fields', 'cookie_fields'],
    fieldsInAll: undefined,
    fieldsPerArray: CURRENT_FIELDS_PER_ARRAY,
    combinedBytes: undefined,
    allowsDuplicates: true,
    // "not supported as request header" (docs PR #16813).
    neverLogged: ['range'],
  },
};
