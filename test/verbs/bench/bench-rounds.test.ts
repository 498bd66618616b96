// The comparison of the times of rounds, as rows of times.
import { describe, expect, it } from 'vitest';
import {
  compareTimes,
  median,
  ROUNDS_TO_TELL,
  runRounds,
  splitTime,
  spreadOf,
} from '../../../src/verbs/bench/bench-rounds.ts';

/** So many rounds, whose times are multiplied by the factors in turn. */
const times = (rounds: number, ...factors: number[]) =>
  Array.from({ length: rounds }, (_, round) => (1 + (round % 5) / 10) * factors[round % factors.length]!);

describe('of two', () => {
  it.each<[string, number[], number[], 'first' | 'second' | 'neither']>([
    ['equal times', times(31, 1), times(31, 1), 'neither'],
    ['the second a little slower in every round, less than counts', times(31, 1), times(31, 1.005), 'neither'],
    ['the second slower in every round', times(31, 1), times(31, 1.05), 'first'],
    ['the second faster in every round', times(31, 1), times(31, 0.9), 'second'],
    ['slower as often as faster', times(31, 1), times(31, 1.2, 0.8), 'neither'],
    ['three of 31 rounds the other way', times(31, 1), [...times(28, 1.1), 0.5, 0.5, 0.5], 'first'],
    ['ten of 31 rounds the other way', times(31, 1), [...times(21, 1.1), ...times(10, 0.5)], 'neither'],
    ['the fewest conclusive rounds', times(ROUNDS_TO_TELL, 1), times(ROUNDS_TO_TELL, 1.1), 'first'],
    ['too few rounds', times(ROUNDS_TO_TELL - 1, 1), times(ROUNDS_TO_TELL - 1, 3), 'neither'],
  ])('%s: %#', (_, first, second, cheaper) => {
    const compared = compareTimes(first, second);
    expect(compared.cheaper).toBe(cheaper);
    expect(compareTimes(second, first).cheaper).toBe({ first: 'second', second: 'first', neither: 'neither' }[cheaper]);
    expect(compared.low === null).toBe(first.length < ROUNDS_TO_TELL);
    if (compared.low !== null) {
      expect(compared.low).toBeLessThanOrEqual(compared.ratio);
      expect(compared.high).toBeGreaterThanOrEqual(compared.ratio);
    }
  });
});

it('medians, and the spread of values around them', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
  expect([spreadOf([10, 10, 10]), spreadOf([9, 10, 12])]).toEqual([0, 0.1]);
  expect(() => median([])).toThrow('found no values');
});

describe('a split adds up to the time of the replay', () => {
  it.each([
    ['each step takes time', [1, 3, 6, 10], [1, 2, 3, 4]],
    ['a step below zero', [1, 6, 4, 10], [1, 5, 0, 4]],
    ['a step above the total', [1, 3, 12, 10], [1, 2, 7, 0]],
  ])('%s', (_, [read, inflate, scan, evaluate], seconds) => {
    const split = splitTime({ read: read!, inflate: inflate!, scan: scan!, evaluate: evaluate! }, 22);
    expect(split.map((one) => one.step)).toEqual(['read', 'inflate', 'scan', 'evaluate']);
    expect(split.map((one) => one.seconds)).toEqual(seconds);
    expect(split.map((one) => one.share)).toEqual(seconds.map((one) => one / 10));
    expect(split.map((one) => one.bytesPerSecond)).toEqual(seconds.map((one) => (one === 0 ? null : 22 / one)));
  });
});

it('rounds alternate, begin with some that do not count, and end with the time', async () => {
  const order: string[] = [];
  const pass = (name: string) => async () => {
    order.push(name);
  };
  const { signal } = new AbortController();
  const found = await runRounds({ a: pass('a'), b: pass('b') }, { rounds: 9, seconds: 0, signal });
  expect(order.join('')).toBe('ababbaab');
  expect([found.a.length, found.b.length]).toEqual([3, 3]);
});
