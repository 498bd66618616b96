// Converts parsed JSON to plain JavaScript values for a schema, and describes values in messages. May round numbers: no code
// uses the numbers of a ruleset.
import { cutText, Decimal, isPlainObject, type Value } from '../../../base/index.ts';

/** Longest text that a message quotes. Characters. */
const MAX_QUOTED = 80;

/** Converts a parsed value to plain objects and arrays. */
export function plainOf(value: Value): unknown {
  if (Array.isArray(value)) return value.map(plainOf);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, plainOf(inner)]));
  if (value instanceof Decimal) return Number(value.text);
  return typeof value === 'bigint' ? Number(value) : value;
}

/** Describes a value for a message: objects and arrays by type, other values as JSON. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  if (isPlainObject(value)) return 'an object';
  if (typeof value === 'string') return `the string ${quote(value)}`;
  return value === null ? 'null' : `${typeof value === 'number' ? 'the number ' : ''}${String(value)}`;
}

/** Quotes a text, shortened to {@link MAX_QUOTED} characters. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : String(value);
  return JSON.stringify(cutText(text, MAX_QUOTED));
}
