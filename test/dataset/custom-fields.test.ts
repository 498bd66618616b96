// Custom fields in pushed lines: which look cut off.
import { describe, expect, it } from 'vitest';
import { type JsonObject, parseJson } from '../../src/base/index.ts';
import { COMBINED_BYTES, TRUNCATED_FROM_BYTES, truncatedKeyOf } from '../../src/dataset/index.ts';

const x = (bytes: number): string => 'x'.repeat(bytes);

describe('a key looks cut off', () => {
  it.each<[string, object, string | undefined]>([
    ['no custom fields', {}, undefined],
    ['short ones', { Cookies: { a: 'b' } }, undefined],
    ['all bytes there are', { Cookies: { a: x(COMBINED_BYTES) } }, 'Cookies'],
    ['three bytes short, for a character of four', { Cookies: { a: x(TRUNCATED_FROM_BYTES) } }, 'Cookies'],
    ['four bytes short', { Cookies: { a: x(TRUNCATED_FROM_BYTES - 1) } }, undefined],
    ['more than the limit: not cut at all', { Cookies: { a: x(COMBINED_BYTES + 1) } }, undefined],
    [
      'the last with bytes',
      { RequestHeaders: { a: x(8000) }, ResponseHeaders: { b: x(192) }, Cookies: { c: '' } },
      'ResponseHeaders',
    ],
    ['whatever the order in the line', { Cookies: { c: x(92) }, RequestHeaders: { a: x(8100) } }, 'Cookies'],
    ['bytes, not characters', { RequestHeaders: { a: 'é'.repeat(COMBINED_BYTES / 2) } }, 'RequestHeaders'],
    ['each of repeated headers', { ResponseHeaders: { a: [x(8000), x(192)] } }, 'ResponseHeaders'],
    ['values alone', { RequestHeaders: { [x(192)]: x(8000) } }, undefined],
    ['another shape', { RequestHeaders: x(8192), Cookies: null, ResponseHeaders: { a: 8192 } }, undefined],
  ])('%s', (_, line, key) => {
    expect(truncatedKeyOf(parseJson(JSON.stringify(line)) as JsonObject)).toBe(key);
  });
});
