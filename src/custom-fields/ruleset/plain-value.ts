// Values of a parsed document as plain JavaScript, for a schema, and how messages name them. Numbers may be rounded: no
// number of a ruleset is used.
import { Decimal, isPlainObject, type Value } from '../../base/index.ts';

/** Longest text that a message quotes. Characters. */
const MAX_QUOTED = 80;

/** A parsed value as plain objects and arrays. */
export function plainOf(value: Value): unknown {
  if (Array.isArray(value)) return value.map(plainOf);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, plainOf(inner)]));
  if (value instanceof Decimal) return Number(value.text);
  return typeof value === 'bigint' ? Number(value) : value;
}

/** A value for messages: short ones as JSON, others by their type. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  if (isPlainObject(value)) return 'an object';
  if (typeof value === 'string') return `the text ${quote(value)}`;
  return value === null ? 'null' : `${typeof value === 'number' ? 'the number ' : ''}${String(value)}`;
}

/** A text in double quotes, shortened. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : String(value);
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
}
