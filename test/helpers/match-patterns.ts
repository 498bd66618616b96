// Lets a regular expression stand for the text that matches it, in every comparison. Without this, toMatchObject compares the enumerable
// properties of a regular expression, of which it has none, so that any value passes.
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
