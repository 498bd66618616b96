// The values of SQL at run time. Each integer has exactly one form: a `number` if it is safe, else a `bigint`.
import type { Value } from '../../base/index.ts';

/** Months, days and nanoseconds, which are not convertible into each other. */
export interface Interval {
  readonly months: number;
  readonly days: number;
  readonly nanoseconds: bigint;
}

/**
 * A value, whose SQL type is known from its expression: text, boolean, integer (`number` or `bigint`), float (`number`), timestamp (nanoseconds
 * since 1970), date (days since 1970), binary, list, struct (values in the order of its keys), interval, or JSON.
 */
export type SqlValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | Interval
  | readonly SqlValue[]
  | JsonContent;

/** JSON that a field or a function returns: an object of a record, or text from JSON. */
export interface JsonContent {
  readonly json: Value;
}
