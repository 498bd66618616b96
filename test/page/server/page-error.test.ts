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
])('%s', (text, onPage) => {
  expect(inPageWords(text)).toBe(onPage);
});
