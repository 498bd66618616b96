// Parameters of a query. A wrong value is an error: ignored, it would change what a call does.
import type { Context } from 'hono';
import { apiError, CODES } from './api-error.ts';

/** Reads `true` or `false`. @returns false if it is missing */
export function readFlag(c: Context, name: string): boolean {
  const text = c.req.query(name);
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  throw invalidQuery(name, 'true or false');
}

/** Reads a whole number of at least `least`. @returns `otherwise` if it is missing */
export function readCount(c: Context, name: string, otherwise: number, most: number, least = 1): number {
  const text = c.req.query(name);
  if (text === undefined) return otherwise;
  const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : -1;
  if (number < least || number > most) throw invalidQuery(name, `a number from ${least} to ${most}`);
  return number;
}

/** Composes the error for a parameter. */
export function invalidQuery(name: string, expected: string) {
  return apiError(400, CODES.badQuery, `invalid value for the parameter ${name}: expected ${expected}`);
}
