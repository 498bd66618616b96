// The figures of a preview of custom fields. Types only; field-tally.ts counts.
import type { Count } from '../../base/index.ts';
import type { LoggedKey } from '../dataset/index.ts';
import type { LimitsName } from './limits.ts';
import type { FieldArray } from './ruleset/ruleset.ts';
import type { SimilarName } from './similar-name.ts';

/** One configured field over all exchanges. */
export interface FieldFigures {
  key: LoggedKey;
  array: FieldArray;
  name: string;
  /** Exchanges that contain it. */
  lines: Count;
  /** Exchanges that contain it with an empty value. */
  empty: Count;
  /** UTF-8 bytes of its values before truncation. */
  bytes: Count;
  /** Lines in which its value crosses the limit: the platform truncates it and empties every later value. */
  crossing: Count;
  /** Lines in which truncation removes its whole value. */
  emptied: Count;
  /** Bytes of its values that truncation removes. */
  cutBytes: Count;
  /** Lines over the limit that would fit if only this field were removed. */
  enoughAlone: Count;
  /** Exchanges that repeat it, and the repeated values that are not logged. */
  repeated: { lines: Count; values: Count };
  /** The platform never logs it. */
  neverLogged: boolean;
  /** For a field that never occurs, the name that may be meant. For a cookie that occurs, the same name in another case. */
  nearMiss?: SimilarName;
}

/** The figures of all exchanges. Bytes are those of values, as they count towards the limit. */
export interface TrafficFigures {
  limits: LimitsName;
  /** UTF-8 bytes that the values of a line may have; null: no limit. */
  limitBytes: Count | null;
  exchanges: Count;
  /** Exchanges that log at least one field. */
  lines: Count;
  bytes: Count;
  /** Bytes of the largest line. */
  largestBytes: Count;
  /** Lines over the limit. */
  over: Count;
  /** Lines within 10 % below the limit. */
  near: Count;
  cutBytes: Count;
  /** Exchanges whose request has a Cookie header. */
  withCookies: Count;
  fields: FieldFigures[];
  /** Fields without which every line fits, as indices of `fields`; see `FieldsToRemove`. Null if no line is over the limit. */
  leaveOut: { fields: readonly number[]; search: 'smallest' | 'greedy' | 'bounded' } | null;
}
