// Compares a regular expression with the text that it matches as equal, in every assertion. Without this, toMatchObject compares the
// enumerable properties of a regular expression, of which it has none, so that any value passes.
import { expect } from 'vitest';

/** Set once in a process: the test files that share it run this file again, and testers accumulate. */
const ADDED = Symbol.for('headgate.match-patterns');

const state = globalThis as { [ADDED]?: boolean };
if (state[ADDED] !== true) {
  state[ADDED] = true;
  expect.addEqualityTesters([
    (received, expected) =>
      expected instanceof RegExp && !(received instanceof RegExp)
        ? typeof received === 'string' && received.search(expected) >= 0
        : undefined,
  ]);
}
