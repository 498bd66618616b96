// Converts a filter that a caller of the library passes as a JavaScript object to an exact value. Rejects values that JSON cannot
// hold and numbers that JavaScript has already rounded; handles cyclic objects.
import { Decimal, MAX_JSON_DEPTH, printCount, type Value, valueFrom } from '../../../base/index.ts';
import { joinPath } from '../node.ts';
import type { ProblemList } from '../problem-list.ts';

/** Maximum number of values; rejects objects that contain themselves or share their parts too often. Our own limit. */
const MAX_VALUES = 1_000_000;

/** Converts an object to a value; undefined when the object has a problem, which is reported. */
export function readObject(input: object, problems: ProblemList): Value | undefined {
  let left = MAX_VALUES;

  function inspect(value: unknown, path: string, depth: number): boolean {
    left -= 1;
    if (depth > MAX_JSON_DEPTH || left < 0) {
      const found = left < 0 ? `more than ${printCount(MAX_VALUES)} values` : `more than ${MAX_JSON_DEPTH} levels`;
      if (!problems.hasErrors) problems.add('too-deep', '', { failed: 'filter nested too deeply or too large', found });
      return false;
    }
    const entries = entriesOf(value, path);
    if (entries !== undefined) {
      let isSound = true;
      for (const [place, inner] of entries) isSound = inspect(inner, place, depth + 1) && isSound;
      return isSound;
    }
    return isExact(value, path, problems);
  }

  return inspect(input, '', 0) ? valueFrom(input) : undefined;
}

function isExact(value: unknown, path: string, problems: ProblemList): boolean {
  if (typeof value === 'number') {
    if (Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value))) return true;
    const isInteger = Number.isInteger(value);
    problems.add(isInteger ? 'unsafe-integer' : 'unsupported-value', path, {
      found: String(value),
      expected: isInteger ? 'an exact integer' : 'a number',
      fix: isInteger ? 'pass a BigInt, or the filter as JSON text' : undefined,
    });
    return false;
  }
  if (value === null || ['string', 'boolean', 'bigint'].includes(typeof value) || value instanceof Decimal) return true;
  const found = typeof value === 'object' ? `an object of class ${value.constructor?.name}` : typeof value;
  problems.add('unsupported-value', path, { found });
  return false;
}

/** Lists the entries of an array, map or plain object with their paths; undefined for any other value. */
function entriesOf(value: unknown, path: string): [string, unknown][] | undefined {
  if (Array.isArray(value)) return Array.from(value, (inner, index) => [`${path}[${index}]`, inner]);
  if (typeof value !== 'object' || value === null || value instanceof Decimal) return undefined;
  const prototype = Object.getPrototypeOf(value);
  if (!(value instanceof Map) && prototype !== Object.prototype && prototype !== null) return undefined;
  const entries: [unknown, unknown][] = value instanceof Map ? [...value] : Object.entries(value);
  return entries.filter(([, inner]) => inner !== undefined).map(([key, inner]) => [joinPath(path, String(key)), inner]);
}
