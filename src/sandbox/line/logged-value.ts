// Values of `fields` of an exchange, as JSON or JavaScript has them → exact values. Total: a value without a JSON form is null.
import { Decimal, type Instant, integerOf, NS_PER_MS, type Value } from '../../base/index.ts';

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Above any integer of 64 bits. */
const ABOVE_WORD = 2n ** 64n;

/**
 * Converts a value. A number beyond 2^53 becomes the integer that it exactly is; NaN, functions and other values that JSON cannot
 * represent become null.
 */
export function loggedValueOf(given: unknown): Value {
  if (typeof given === 'string' || typeof given === 'boolean' || given === null) return given;
  if (typeof given === 'number') return fromNumber(given);
  if (typeof given === 'bigint') return fromBigint(given);
  if (given instanceof Decimal) return given;
  // Most arrays are exact already, and a copy takes longer than the check.
  if (Array.isArray(given)) return given.every(isExact) ? (given as Value[]) : given.map(loggedValueOf);
  if (typeof given !== 'object') return null;
  const entries: Iterable<[string, unknown]> = given instanceof Map ? given : Object.entries(given);
  const object = new Map<string, Value>();
  for (const [key, value] of entries) if (value !== undefined) object.set(key, loggedValueOf(value));
  return object;
}

/** Returns the exact value of a bigint: a safe integer is a number. */
export function fromBigint(given: bigint): Value {
  if (given <= MAX_SAFE && given >= -MAX_SAFE) return Number(given);
  return given < ABOVE_WORD && given > -ABOVE_WORD ? given : integerOf(given.toString())!;
}

/** Whether a value needs no conversion: a string, or a safe integer other than -0. */
function isExact(given: unknown): boolean {
  return typeof given === 'string' || (Number.isSafeInteger(given) && !Object.is(given, -0));
}

function fromNumber(given: number): Value {
  if (Number.isSafeInteger(given)) return Object.is(given, -0) ? new Decimal('-0') : given;
  if (Number.isInteger(given)) return fromBigint(BigInt(given));
  return Number.isFinite(given) ? new Decimal(JSON.stringify(given)) : null;
}

/** Returns the instant of a time in milliseconds since 1970, with fraction. Truncates below a nanosecond. */
export function instantAt(ms: number): Instant {
  const whole = Math.floor(ms);
  return BigInt(whole) * NS_PER_MS + BigInt(Math.floor((ms - whole) * Number(NS_PER_MS)));
}
