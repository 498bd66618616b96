// The comparison of what was sent with what the API returns.
import { expect, it } from 'vitest';
import { hasValues, isSameRule } from '../../../../src/cloud/api/write/same-values.ts';

it.each<[sent: Record<string, unknown>, found: Record<string, unknown>, changed: boolean, created: boolean]>([
  [{}, { id: 1 }, true, true],
  [{ name: 'a' }, { id: 1, name: 'a' }, true, true],
  [{ name: 'a' }, { name: 'b' }, false, false],
  [{ name: 'a' }, {}, false, false],
  [{ enabled: true }, {}, false, false],
  // Left out by the API.
  [{ enabled: false, filter: null, name: '', max_upload_bytes: 0, output_options: {} }, {}, true, true],
  [{ filter: '' }, { filter: '{"where":…}' }, false, false],
  [{ output_options: { field_names: ['a', 'b'] } }, { output_options: { field_names: ['b', 'a'] } }, false, false],
  [{ output_options: { b: 1, a: { c: '' } } }, { output_options: { a: {}, b: 1 } }, true, true],
  // Of a changed job, the key may be the old value; of a new one, it is a default.
  [{ output_options: { a: 1 } }, { output_options: { a: 1, sample_rate: 1 } }, false, true],
  [{ output_options: { a: 1 } }, { output_options: { a: 2, sample_rate: 1 } }, false, false],
  [{ output_options: { a: 1 } }, { output_options: [] }, false, false],
  [{ ownership_challenge: 'x' }, {}, true, true],
])('%j in %j', (sent, found, changed, created) => {
  expect(hasValues(found, sent, ['ownership_challenge'])).toBe(changed);
  expect(hasValues(found, sent, ['ownership_challenge'], 'more')).toBe(created);
});

it.each<[sent: Record<string, unknown>, found: Record<string, unknown>, isSame: boolean]>([
  [{ action: 'log' }, { id: 'a', ref: 'a', version: '2', last_updated: 'now', enabled: true, action: 'log' }, true],
  [{ id: 'a', ref: 'b', action: 'log' }, { id: 'a', ref: 'b', action: 'log' }, true],
  [{ ref: 'b', action: 'log' }, { ref: 'c', action: 'log' }, false],
  [{ description: '' }, {}, true],
  [{ enabled: false }, { enabled: false }, true],
  [{ enabled: false }, {}, false],
  [{ enabled: true }, {}, true],
  // Keys that the rule before had.
  [{ action: 'log' }, { action: 'log', description: 'old' }, false],
  [{ action: 'log' }, { action: 'log', enabled: false }, false],
  [{ action_parameters: { a: [1] } }, { action_parameters: { a: [1], b: [2] } }, false],
])('the rule %j as %j', (sent, found, isSame) => {
  expect(isSameRule(found, sent)).toBe(isSame);
});
