// What a custom-fields ruleset says, once read: which headers and cookies are logged, in which order. Reads and checks nothing.

import { CUSTOM_FIELDS_DATASET, LOGGED_KEYS, type LoggedKey } from '../../dataset/index.ts';

export { CUSTOM_FIELDS_DATASET, LOGGED_KEYS, type LoggedKey };

/** The arrays of `action_parameters`; the last two are of the current limits only. */
export type FieldArray =
  | 'request_fields'
  | 'response_fields'
  | 'cookie_fields'
  | 'transformed_request_fields'
  | 'raw_response_fields';

/** One entry of an array. */
export interface ConfiguredField {
  array: FieldArray;
  /** As configured. Headers are in lower case; cookie names are case-sensitive. */
  name: string;
  /** Log every value of a repeated header, as an array. */
  preserveDuplicates: boolean;
  /** Where it stands: `rules[0].action_parameters.request_fields[1]`. */
  path: string;
}

/** A ruleset that can be used. */
export interface Ruleset {
  /** In the order in which their values count: request, response, cookie, each in configured order. */
  fields: readonly ConfiguredField[];
}

const KEYS: Readonly<Record<FieldArray, LoggedKey>> = {
  request_fields: 'RequestHeaders',
  transformed_request_fields: 'RequestHeaders',
  response_fields: 'ResponseHeaders',
  raw_response_fields: 'ResponseHeaders',
  cookie_fields: 'Cookies',
};

/** Every array of any limits, in the order in which their values count. */
export const FIELD_ARRAYS = Object.keys(KEYS) as readonly FieldArray[];

/** The key of a line that the fields of an array stand under. */
export function loggedKeyOf(array: FieldArray): LoggedKey {
  return KEYS[array];
}
