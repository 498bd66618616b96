// Describes values of rulesets in messages.
import { cutText, isPlainObject } from '../../../base/index.ts';

/** Longest text that a message quotes. Characters. */
const MAX_QUOTED = 80;

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
