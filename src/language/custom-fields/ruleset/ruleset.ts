// A custom-fields ruleset after reading: the headers and cookies that it logs, in order. Reads and checks nothing.
import type { LoggedKey } from '../../dataset/index.ts';

/** The arrays of `action_parameters`; only the current limits have the last two. */
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
  /** Path in the document: `rules[0].action_parameters.request_fields[1]`. */
  path: string;
}

/** A valid ruleset. */
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

/** The arrays of all limits, in the order in which their values count. */
export const FIELD_ARRAYS = Object.keys(KEYS) as readonly FieldArray[];

/** Returns the key of a line that contains the fields of an array. */
export function loggedKeyOf(array: FieldArray): LoggedKey {
  return KEYS[array];
}
