// The values of SQL at run time, or why an expression has none: the batch fails on the platform, or it is not known what the platform does.
// Each integer has one form: a `number` if it is safe, else a `bigint`.
import { printJson, type Value } from '../../base/index.ts';
import type { ChoiceName } from './choices.ts';
import type { SqlPlace } from './syntax.ts';

/** Months, days and nanoseconds, which do not convert into each other. */
export class Interval {
  readonly months: number;
  readonly days: number;
  readonly nanoseconds: bigint;

  constructor(months: number, days: number, nanoseconds: bigint) {
    this.months = months;
    this.days = days;
    this.nanoseconds = nanoseconds;
  }
}

/** JSON that a field contains or a function returns. `text`: as written, if it comes from text. */
export class JsonContent {
  readonly value: Value;
  readonly text: string | undefined;

  constructor(value: Value, text?: string) {
    this.value = value;
    this.text = text;
  }
}

/**
 * A value, whose SQL type its expression knows: text, boolean, integer (`number` or `bigint`), float (`number`), timestamp (`bigint`:
 * nanoseconds since 1970), date (`number`: days since 1970), binary, list, struct (values in the order of its keys), interval, or JSON.
 */
export type SqlValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | Interval
  | JsonContent
  | readonly SqlValue[];

/** An integer in its one form. As a position or a size, `Number` of it is near enough: a `bigint` is beyond every value. */
export type Int = number | bigint;

/** The one form of an integer. */
export function integer(value: bigint): Int {
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : value;
}

/** Wraps an integer around, as the arithmetic of the platform does. */
export function wrapped(value: bigint, bits: number, isUnsigned: boolean): Int {
  return integer(isUnsigned ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value));
}

/** Whether an integer fits. */
export function fits(value: Int, bits: number, isUnsigned: boolean): boolean {
  const exact = BigInt(value);
  return (isUnsigned ? BigInt.asUintN(bits, exact) : BigInt.asIntN(bits, exact)) === exact;
}

/** Orders texts by code points, as their UTF-8 bytes do. JavaScript orders UTF-16 units: they differ above U+FFFF. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) {
      const leftHigh = left >= 0xd800 && left <= 0xdfff;
      const rightHigh = right >= 0xd800 && right <= 0xdfff;
      return leftHigh === rightHigh ? left - right : leftHigh ? 1 : -1;
    }
  }
  return a.length - b.length;
}

/** The total order of floats: NaN is equal to itself and greater than all others. */
function compareFloats(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return 0;
  return Number.isNaN(a) ? (Number.isNaN(b) ? 0 : 1) : -1;
}

/** Orders two values of one type. NULL is equal to itself and last: for elements of lists, not for `=`. */
export function compareValues(a: SqlValue, b: SqlValue): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'number' && typeof b === 'number') return compareFloats(a, b);
  if (typeof a === 'bigint' || typeof b === 'bigint')
    return (a as bigint) < (b as bigint) ? -1 : (a as bigint) > (b as bigint) ? 1 : 0;
  if (typeof a === 'boolean') return Number(a) - Number(b);
  if (a instanceof Interval && b instanceof Interval) {
    return a.months - b.months || a.days - b.days || Number(a.nanoseconds - b.nanoseconds);
  }
  if (a instanceof JsonContent) return compareTexts(keyOf(a), keyOf(b));
  const left = a as readonly SqlValue[] | Uint8Array;
  const right = b as readonly SqlValue[] | Uint8Array;
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const order = compareValues(left[index]!, right[index]!);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** A text that is equal for equal values of one type only: the key of sets. */
export function keyOf(value: SqlValue): string {
  if (typeof value === 'string') return `"${value}`;
  if (value === null || typeof value !== 'object') return String(value);
  if (value instanceof Interval) return `${value.months} ${value.days} ${value.nanoseconds}`;
  if (value instanceof JsonContent) return printJson(value.value);
  return `[${Array.from(value as readonly SqlValue[], (inner) => JSON.stringify(keyOf(inner))).join()}]`;
}

/** The size of a value by the unit of `MAX_VALUE_SIZE`. @returns more than `most` as soon as it is exceeded */
export function sizeOf(value: SqlValue, most: number): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof JsonContent) return value.text?.length ?? 1;
  if (!Array.isArray(value)) return value instanceof Uint8Array ? value.length : 1;
  let size = value.length;
  for (const inner of value as readonly SqlValue[]) {
    if (typeof inner === 'object' || typeof inner === 'string') size += sizeOf(inner, most - size);
    if (size > most) return size;
  }
  return size;
}

/** The kinds of {@link Failure}. */
export type FailureCause = 'cast' | 'division-by-zero' | 'timestamp' | 'argument' | 'overflow';

/** Why an expression has no value for a record: the batch fails on the platform. */
export interface Failure {
  /** Stable name of the kind of failure. */
  readonly cause: FailureCause;
  /** A sentence with the value: `cannot cast "abc" to Int64`. */
  readonly message: string;
  /** The text of the innermost expression that fails, and its position in the SQL. */
  readonly expression: SqlPlace;
  /** How to avoid it; begins with a verb: `write TRY_CAST(… AS BIGINT), which returns null`. */
  readonly hint: string;
}

/** Why it is not known what the platform does with a record. */
export interface UndecidedReason {
  /**
   * `absent`: the line lacks the field. `mismatch`: the value does not have the type of the field. `choice`: the result depends on a
   * point that is documented nowhere.
   */
  readonly code: 'absent' | 'mismatch' | 'choice';
  /** The field, for `absent` and `mismatch`. */
  readonly field?: string;
  /** The undocumented point, for `choice`. */
  readonly choice?: ChoiceName;
  readonly expression: SqlPlace;
}

/** An outcome without a value. */
export type Stopped =
  | { readonly outcome: 'failing'; readonly failure: Failure }
  | { readonly outcome: 'undecided'; readonly reason: UndecidedReason };

/** What ends the evaluation of an expression: the batch fails, or the result is unknown. Every function passes it on. */
export class Stop {
  readonly cause: Stopped;

  constructor(cause: Stopped) {
    this.cause = cause;
  }

  get isFailure(): boolean {
    return this.cause.outcome === 'failing';
  }

  /** Whether it is undecided because it depends on other lines whether an expression that fails is evaluated: no other value hides that. */
  get mayFail(): boolean {
    return this.cause.outcome === 'undecided' && this.cause.reason.choice === 'short-circuit';
  }
}

/** What a closure returns. */
export type Result = SqlValue | Stop;
