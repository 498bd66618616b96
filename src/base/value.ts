// JSON values that lose nothing: integers are exact at any size, other numbers keep their text.
// Nothing here evaluates or prints; see json-parse.ts and json-print.ts.

/** A number kept as written: one that is no canonical integer (`500.0`, `5e2`, `-0`, `0.25`), or a {@link HugeInteger}. */
export class Decimal {
  /** A JSON number literal. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A canonical integer of over {@link MAX_BIGINT_DIGITS} digits. Equal ones are different objects: `compareNumbers` compares. */
export class HugeInteger extends Decimal {
  get isNegative(): boolean {
    return this.text.startsWith('-');
  }
}

/**
 * A canonical integer: `number` when safe, `bigint` beyond, {@link HugeInteger} beyond that. Each integer has exactly one
 * of these forms, so `===` compares all but huge ones.
 */
export type Integer = number | bigint | HugeInteger;

/** An object; of equal keys the last one counts, in the place of the first, as in `JSON.parse`. */
export type JsonObject = Map<string, Value>;

/** Any JSON value. A `number` is always a safe integer, a `bigint` always an unsafe one; see {@link Integer}. */
export type Value = null | boolean | string | number | bigint | Decimal | Value[] | JsonObject;

/** What a filter is evaluated on: field name → value, `undefined` when the line lacks the field. A `Map<string, Value>` is one. */
export interface FieldSource {
  get(field: string): Value | undefined;
}

/** Canonical decimal integer: no plus, no leading zero, not `-0`. */
export const CANONICAL_INTEGER = /^(?:0|-?[1-9][0-9]*)$/;

/** Longest decimal text that is certainly a safe integer (2^53 − 1 has 16 digits). */
export const SAFE_DIGITS = 15;

/**
 * Longest integer that becomes a `bigint`, a sign counted. Making one takes time that grows faster than its digits: seconds for a
 * line of 16 MiB. Digits; ours: unsigned 64-bit integers have 20.
 */
export const MAX_BIGINT_DIGITS = 400;

/**
 * Reads a canonical decimal integer exactly.
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

/** The value of a JSON number literal: an exact integer, or a {@link Decimal} holding the text. */
export function numberOf(literal: string): Integer | Decimal {
  return integerOf(literal) ?? new Decimal(literal);
}

/** A word for the JSON type of a value, for messages. */
export function typeName(value: Value | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (value instanceof Map) return 'object';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof HugeInteger) return 'integer';
  if (value instanceof Decimal) return 'decimal number';
  return typeof value;
}
