// Value → compact, exact JSON text: prints integers of any size and decimals as they were written.
import { Decimal, integerOf, type JsonObject, type Value } from './value.ts';

/** Prints a value as compact JSON and keeps the order of keys; escapes a lone surrogate (`\ud800`). */
export function printJson(value: Value): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Decimal) return value.text;
  if (Array.isArray(value)) return `[${value.map(printJson).join(',')}]`;
  return `{${[...value].map(([key, inner]) => `${JSON.stringify(key)}:${printJson(inner)}`).join(',')}}`;
}

/**
 * Converts a plain JavaScript value, as `JSON.parse` returns it or with bigints, to a {@link Value}.
 * @throws TypeError that names the path, for unsafe integers (already rounded), NaN, functions and other values that JSON cannot represent
 */
export function valueFrom(input: unknown, path = ''): Value {
  if (input === null || typeof input === 'boolean' || typeof input === 'string') return input;
  if (input instanceof Decimal) return input;
  if (typeof input === 'bigint') return integerOf(input.toString())!;
  if (typeof input === 'number') {
    if (Number.isSafeInteger(input)) return Object.is(input, -0) ? new Decimal('-0') : input;
    if (Number.isFinite(input) && !Number.isInteger(input)) return new Decimal(JSON.stringify(input));
    throw new TypeError(
      `cannot convert ${path || 'the value'}: found the number ${input}, which JavaScript has already rounded, expected an exact number; pass a BigInt or JSON text`,
    );
  }
  if (Array.isArray(input)) return input.map((inner, index) => valueFrom(inner, `${path}[${index}]`));
  if (input instanceof Map || (typeof input === 'object' && isPlain(input))) {
    const entries: [string, unknown][] = input instanceof Map ? [...input] : Object.entries(input);
    return new Map(
      entries
        .filter(([, inner]) => inner !== undefined)
        .map(([key, inner]) => [key, valueFrom(inner, path === '' ? key : `${path}.${key}`)]),
    );
  }
  throw new TypeError(
    `cannot convert ${path || 'the value'}: found ${typeof input}, expected a value that JSON can hold`,
  );
}

/**
 * Converts a plain object to a record that filters can evaluate.
 * @throws TypeError like {@link valueFrom}, and when the input is not an object
 */
export function recordFrom(input: object): JsonObject {
  const value = valueFrom(input);
  if (value instanceof Map) return value;
  throw new TypeError('cannot convert the record: found an array, expected an object');
}

function isPlain(input: object): boolean {
  const prototype = Object.getPrototypeOf(input);
  return prototype === Object.prototype || prototype === null;
}
