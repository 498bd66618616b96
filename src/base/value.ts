// Lossless JSON values: integers are exact at any size, other numbers keep their text.
// Parsing and printing are in json-parse.ts and json-print.ts.

/** A number kept as its text: one that is not a canonical integer (`500.0`, `5e2`, `-0`, `0.25`), or a {@link HugeInteger}. */
export class Decimal {
  /** A JSON number literal. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A canonical integer of more than {@link MAX_BIGINT_DIGITS} digits. Equal ones are distinct objects: compare with `compareNumbers`. */
export class HugeInteger extends Decimal {
  get isNegative(): boolean {
    return this.text.startsWith('-');
  }
}

/**
 * A canonical integer: a safe one is a `number`, a larger one a `bigint`, and one too long for that a {@link HugeInteger}.
 * Each integer has exactly one of these forms, so `===` compares all but the huge ones.
 */
export type Integer = number | bigint | HugeInteger;

/**
 * A number of lines, bytes or other things in a report.
 * @asType integer
 * @minimum 0
 */
export type Count = number;

/** A JSON object. Of duplicate keys the last value counts, at the position of the first, as in `JSON.parse`. */
export type JsonObject = Map<string, Value>;

/** Any JSON value. A `number` is always a safe integer, a `bigint` always an unsafe one; see {@link Integer}. */
export type Value = null | boolean | string | number | bigint | Decimal | Value[] | JsonObject;

/** The input of a filter: field name → value, `undefined` when the line lacks the field. A `Map<string, Value>` implements it. */
export interface FieldSource {
  get(field: string): Value | undefined;
}

/** A canonical decimal integer: no plus sign, no leading zero, not `-0`. */
const CANONICAL_INTEGER = /^(?:0|-?[1-9][0-9]*)$/;

/** Maximum number of decimal digits that always form a safe integer (2^53 − 1 has 16). */
export const SAFE_DIGITS = 15;

/**
 * Longest integer that becomes a `bigint`, including a sign. The time to create one grows faster than its digits: seconds for a
 * line of 16 MiB. Digits; our own limit: unsigned 64-bit integers have 20.
 */
export const MAX_BIGINT_DIGITS = 400;

/**
 * Parses a canonical decimal integer exactly.
 * @returns undefined when `text` is not canonical (`0500`, `+5`, `-0`, `5.0`, `5e2`)
 */
export function integerOf(text: string): Integer | undefined {
  if (!CANONICAL_INTEGER.test(text)) return undefined;
  if (text.length <= SAFE_DIGITS) return Number(text);
  if (text.length > MAX_BIGINT_DIGITS) return new HugeInteger(text);
  const exact = BigInt(text);
  const near = Number(exact);
  return Number.isSafeInteger(near) ? near : exact;
}

/** The value of a JSON number literal: an exact integer, or a {@link Decimal} that keeps the text. */
export function numberOf(literal: string): Integer | Decimal {
  return integerOf(literal) ?? new Decimal(literal);
}

/** The name of a value's JSON type, for messages. */
export function typeName(value: Value | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (value instanceof Map) return 'object';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof HugeInteger) return 'integer';
  if (value instanceof Decimal) return 'decimal number';
  return typeof value;
}
