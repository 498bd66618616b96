// Custom fields in pushed lines: which of them appear truncated.
import { describe, expect, it } from 'vitest';
import { type JsonObject, parseJson } from '../../../src/base/index.ts';
import { COMBINED_BYTES, TRUNCATED_FROM_BYTES, truncatedKeyOf } from '../../../src/language/dataset/index.ts';

const x = (bytes: number): string => 'x'.repeat(bytes);

describe('truncatedKeyOf', () => {
  it.each<[string, object, string | undefined]>([
    ['no custom fields', {}, undefined],
    ['short values', { Cookies: { a: 'b' } }, undefined],
    ['exactly the limit', { Cookies: { a: x(COMBINED_BYTES) } }, 'Cookies'],
    ['three bytes below the limit, for a four-byte character', { Cookies: { a: x(TRUNCATED_FROM_BYTES) } }, 'Cookies'],
    ['four bytes below the limit', { Cookies: { a: x(TRUNCATED_FROM_BYTES - 1) } }, undefined],
    ['above the limit: not truncated', { Cookies: { a: x(COMBINED_BYTES + 1) } }, undefined],
    [
      'the last key with a value',
      { RequestHeaders: { a: x(8000) }, ResponseHeaders: { b: x(192) }, Cookies: { c: '' } },
      'ResponseHeaders',
    ],
    ['any order of keys in the line', { Cookies: { c: x(92) }, RequestHeaders: { a: x(8100) } }, 'Cookies'],
    ['bytes, not characters', { RequestHeaders: { a: 'é'.repeat(COMBINED_BYTES / 2) } }, 'RequestHeaders'],
    ['every value of a repeated header', { ResponseHeaders: { a: [x(8000), x(192)] } }, 'ResponseHeaders'],
    ['keys do not count', { RequestHeaders: { [x(192)]: x(8000) } }, undefined],
    ['another shape', { RequestHeaders: x(8192), Cookies: null, ResponseHeaders: { a: 8192 } }, undefined],
  ])('%s', (_, line, key) => {
    expect(truncatedKeyOf(parseJson(JSON.stringify(line)) as JsonObject)).toBe(key);
  });
});
