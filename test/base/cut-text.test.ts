// Where a text of a message is cut.
import { expect, it } from 'vitest';
import { cutText, startOf } from '../../src/base/index.ts';

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc…'],
  ['ab😀', 3, 'ab…'],
  ['😀😀', 2, '😀…'],
  ['a👨‍👩‍👧‍👦b', 5, 'a…'],
  ['🇩🇪🇫🇷', 6, '🇩🇪…'],
  ['🇩🇪🇫🇷🇮🇹', 8, '🇩🇪🇫🇷…'],
  ['e\u0301e\u0301', 3, 'e\u0301…'],
  // A single character of more than that is cut between its code points.
  ['👨‍👩‍👧‍👦', 4, '👨‍…'],
  ['😀', 1, '…'],
])('%j cut after %d units is %j', (text, most, shown) => {
  expect(cutText(text, most)).toBe(shown);
  expect(startOf(text, most).isWellFormed()).toBe(true);
  expect(startOf(text, most).length).toBeLessThanOrEqual(most);
});
