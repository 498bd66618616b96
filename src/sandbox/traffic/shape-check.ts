// The checks that both formats share; each returns the problem. Written by hand: a schema library takes several times
// as long, and every exchange passes here.
import { isPlainObject, printCount, printPlural, startOf } from '../../base/index.ts';

/** Longest text in a message: the length of the longest timestamp. Characters. */
const MAX_SHOWN = 40;

/**
 * Returns a message with the path, the found value by type and length alone, since traffic contains secrets, and the
 * expected value.
 */
export function wrong(path: string, found: unknown, expected: string): string {
  return `${path}: found ${typeOf(found)}, expected ${expected}`;
}

/** As {@link wrong}, but shows the value: for times and numbers, which are not secrets. */
export function wrongScalar(path: string, found: unknown, expected: string): string {
  return `${path}: found ${scalarOf(found)}, expected ${expected}`;
}

/** Returns the problem of the parts that every exchange must have, without its headers; undefined if there is none. */
export function checkParts(request: unknown, response: unknown): string | undefined {
  if (!isPlainObject(request)) return wrong('request', request, 'an object');
  if (typeof request.method !== 'string') return wrong('request.method', request.method, 'a string like "GET"');
  if (typeof request.url !== 'string') return wrong('request.url', request.url, 'a text');
  const { httpVersion } = request;
  if (httpVersion !== undefined && httpVersion !== null && typeof httpVersion !== 'string') {
    return wrong('request.httpVersion', httpVersion, 'a string like "HTTP/2"');
  }
  if (!isPlainObject(response)) return wrong('response', response, 'an object');
  if (!Number.isInteger(response.status)) return wrongScalar('response.status', response.status, 'an integer like 200');
  return undefined;
}

function typeOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${printCount(value.length)}`;
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return `a string of ${printPlural(value.length, 'character')}`;
  return `a ${typeof value}`;
}

function scalarOf(value: unknown): string {
  if (typeof value === 'string') return `the string ${JSON.stringify(startOf(value, MAX_SHOWN))}`;
  return typeof value === 'number' ? `the number ${value}` : typeOf(value);
}
