// Sentences of the verbs in the words of the page, which has no flags.
import { expect, it } from 'vitest';
import { inPageWords } from '../../../src/page/server/page-error.ts';

it.each([
  [
    "cannot judge --guard 'cost <= 5/month': found no price, expected --price with a price such as 0.50/GB",
    "cannot judge guard 'cost <= 5/month': found no price, expected a price such as 0.50/GB",
  ],
  [
    'cannot suggest with --never-drop promise:errors: 3 lines lack a value; --null zero treats null as an empty value',
    'cannot suggest with never drop promise:errors: 3 lines lack a value; headgate open --null zero treats null as an empty value',
  ],
  [
    'cannot use --since 2026-11-03T18:00:00Z with --until 2026-11-02T20:00:00Z: found an empty range, expected --since before --until',
    'cannot use the time range: found a start, 2026-11-03T18:00:00Z, that is not before the end, 2026-11-02T20:00:00Z; choose an earlier start, or a later end',
  ],
])('%s', (text, onPage) => {
  expect(inPageWords(text)).toBe(onPage);
});
