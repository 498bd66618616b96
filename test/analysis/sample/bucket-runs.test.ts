// The neighboring buckets that share a limit in the kernel.
import { describe, expect, it } from 'vitest';
import { type BucketRun, bucketRuns, MAX_RUNS } from '../../../src/analysis/sample/bucket-runs.ts';

const ALL = 2 ** 32;
const bucketsOf = (rows: readonly [part: number, lines: number][]) =>
  rows.map(([part, lines]) => ({ limit: part * ALL, lines }));
const run = (first: number, last: number): BucketRun => ({ first, last });

it.each<[string, [part: number, lines: number][], BucketRun[]]>([
  ['one bucket', [[1, 5]], [run(0, 0)]],
  [
    'all alike',
    [
      [0.1, 5],
      [0.1, 900],
      [0.1, 0],
    ],
    [run(0, 2)],
  ],
  [
    'a part of the day that is drawn from already, and the rest of it',
    [
      [0.01, 5],
      [0.01, 5],
      [1, 5],
      [1, 5],
    ],
    [run(0, 1), run(2, 3)],
  ],
  [
    'a full bucket between quiet ones that is about to get all lines',
    [
      [1, 0.01],
      [0.01, 1],
      [1, 0.01],
    ],
    [run(0, 0), run(1, 1), run(2, 2)],
  ],
  [
    'buckets that get no lines join any run',
    [
      [0.01, 0],
      [1, 1],
      [0.5, 0],
    ],
    [run(0, 2)],
  ],
  [
    'too little to be saved',
    [
      [0.01, 1],
      [0.015, 1],
    ],
    [run(0, 1)],
  ],
])('%s', (_, rows, runs) => {
  expect(bucketRuns(bucketsOf(rows), 0.008)).toEqual(runs);
});

describe('many that differ', () => {
  const rows = Array.from({ length: 96 }, (_, index): [number, number] => [(index % 7) / 7, 1 + (index % 5)]);

  it('never give more runs than the kernel is to test', () => {
    expect(bucketRuns(bucketsOf(rows), 0)).toHaveLength(MAX_RUNS);
  });

  it('are all in runs, one after the other', () => {
    const runs = bucketRuns(bucketsOf(rows), 0.001);
    expect(runs[0]!.first).toBe(0);
    expect(runs.at(-1)!.last).toBe(95);
    for (const [index, { first }] of runs.slice(1).entries()) expect(first).toBe(runs[index]!.last + 1);
  });
});
