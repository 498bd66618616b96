// What is told of custom fields over some traffic. Types only; field-tally.ts counts.
import type { LimitsName } from './limits.ts';
import type { FieldArray, LoggedKey } from './ruleset/ruleset.ts';
import type { SimilarName } from './similar-name.ts';

/** One configured field over all exchanges. */
export interface FieldFigures {
  key: LoggedKey;
  array: FieldArray;
  name: string;
  /** Exchanges that have it. */
  lines: number;
  /** Of these, those with an empty value in the traffic. */
  empty: number;
  /** UTF-8 bytes of its values, before anything is cut. */
  bytes: number;
  /** Lines in which its value crosses the limit: it is cut, behind it everything is empty. */
  crossing: number;
  /** Lines in which nothing of its value is left. */
  emptied: number;
  /** Bytes of its values that are lost. */
  cutBytes: number;
  /** Lines over the limit that would fit if this field alone were left out. */
  enoughAlone: number;
  /** Exchanges that repeat it, and the values that are not logged because of that. */
  repeated: { lines: number; values: number };
  /** The platform logs it in no case. */
  neverLogged: boolean;
  /** Where it never occurs: what may have been meant. Where it does: a cookie of the name in another case beside it. */
  nearMiss?: SimilarName;
}

/** Custom fields over some traffic. Bytes are those of values, as they count towards the limit. */
export interface FieldsFigures {
  limits: LimitsName;
  /** UTF-8 bytes that a line may have; null: not limited. */
  limitBytes: number | null;
  exchanges: number;
  /** Exchanges that log any field. */
  lines: number;
  bytes: number;
  /** Of the largest line. */
  largestBytes: number;
  /** Lines over the limit, and lines within 10 % below it. */
  over: number;
  near: number;
  cutBytes: number;
  /** Exchanges whose request has a Cookie header. */
  withCookies: number;
  fields: FieldFigures[];
  /** Fields without which every line fits, as indices of `fields`; see `FieldsToRemove`. Null where no line is over. */
  leaveOut: { fields: readonly number[]; search: 'smallest' | 'greedy' | 'bounded' } | null;
}
