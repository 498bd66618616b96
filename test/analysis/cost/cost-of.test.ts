// Rates and money from totals: per day and month, sample rates, retention, differences.
import { expect, it } from 'vitest';
import {
  type CostInput,
  costDifference,
  costOf,
  exactly,
  PUSHES_ALL,
  parsePrice,
  type StoredSizes,
} from '../../../src/analysis/cost/index.ts';

const covered = { since: '', until: '', hours: 12, missing: [], edgesUnknown: false };
const sizes: StoredSizes = {
  sampling: { exact: false, runs: 9, lines: 9, bytes: 9 },
  all: {
    sampleRate: 1,
    lines: exactly(1000),
    bytes: exactly(2e9),
    squares: 4e15,
    longest: 2e6,
    stored: { value: 2e8, low: 1e8, high: 3e8 },
  },
  jobs: [
    { sampleRate: 1, lines: exactly(100), bytes: exactly(1e8), squares: 1e14, longest: 1e6, stored: exactly(1e7) },
  ],
};
const exactSize = (value: number) => ({
  sampleRate: 1,
  lines: exactly(value),
  bytes: exactly(value),
  stored: exactly(value),
});
const input: CostInput = {
  covered,
  all: { kept: { lines: 1000, bytes: 2e9 } },
  jobs: [{ name: 'errors', kept: { lines: 100, bytes: 2e8 }, push: { ...PUSHES_ALL, changesBytes: true } }],
  stored: sizes,
  prices: [],
  sampleRate: 1,
};
const amountsOf = (text: string, changes: Partial<CostInput> = {}) => {
  const cost = costOf({ ...input, prices: [parsePrice(text)], ...changes })!;
  return [cost.all, ...cost.jobs].map(({ money }) => money[0]!.amount);
};

it('divides by the covered hours', () => {
  const { all, jobs } = costOf(input)!;
  expect(all.perDay).toEqual({
    lines: exactly(2000),
    bytes: exactly(4e9),
    stored: { value: 4e8, low: 2e8, high: 6e8 },
  });
  expect(all.perMonth.lines).toEqual(exactly(60_000));
  expect(jobs).toMatchObject([{ name: 'errors', perMonth: { bytes: exactly(6e9), stored: exactly(6e8) } }]);
});

it.each([
  ['0.50/GB', 60, 3],
  ['1/million-lines', 0.06, 0.006],
  ['ingest=0.50/GB,ingest=1/million-lines', 60.06, 3.006],
  ['stored=1/GB-month', 12, 0.6],
  ['stored=1/GB-month,keep=90d', 36, 1.8],
  ['stored=1/GB-month,keep=12h', 0.2, 0.01],
  ['stored=1/GB-month,ingest=0.50/GB', 72, 3.6],
])('%s', (price, all, job) => {
  const [ofAll, ofJob] = amountsOf(price);
  expect(ofAll!.value).toBeCloseTo(all, 9);
  expect(ofJob!.value).toBeCloseTo(job, 9);
});

it('has the bytes of the kept lines for a filter whose lines are written as they are', () => {
  const jobs = [{ ...input.jobs[0]!, push: PUSHES_ALL }];
  expect(costOf({ ...input, jobs })!.jobs[0]!.perMonth).toMatchObject({ bytes: exactly(1.2e10), stored: exactly(6e8) });
});

it('has the interval of the stored size', () => {
  expect(amountsOf('stored=1/GB-month')[0]).toEqual({ value: 12, low: 6, high: 18 });
});

it('knows no money for stored bytes that were not measured', () => {
  expect(amountsOf('stored=1/GB-month,ingest=1/GB', { stored: undefined })).toEqual([null, null]);
  expect(amountsOf('1/GB', { stored: undefined })[0]!.value).toBeCloseTo(120, 9);
});

it('does not know the stored size of records that no drawn run contains', () => {
  const jobs = [{ ...input.jobs[0]!, input: { kept: { lines: 1000, bytes: 2e9 }, push: PUSHES_ALL } }];
  const stored = { ...sizes, jobs: [{ ...exactSize(0), squares: 0, longest: 0 }] };
  expect(costOf({ ...input, jobs, stored })!.jobs[0]!.perDay.stored).toBeNull();
});

it('undoes the sample_rate of the source, with an interval', () => {
  const { all } = costOf({ ...input, sampleRate: 0.1 })!;
  const { value, low, high } = all.perDay.lines;
  expect(value).toBeCloseTo(20_000, 6);
  // In half a day, 9,421 to 10,606 lines.
  expect([value - low, high - value]).toEqual([2 * 579, 2 * 606]);
  expect(all.perDay.bytes!.value).toBeCloseTo(4e10, 0);
  expect(all.perDay.bytes!.high / 4e10).toBeGreaterThan(high / value);
});

it('does not know that a filter without lines in a sampled source costs nothing', () => {
  const jobs = [{ name: 'none', kept: { lines: 0, bytes: 0 }, push: PUSHES_ALL }];
  const cost = (changes: Partial<CostInput>) =>
    costOf({ ...input, jobs, sampleRate: 0.01, ...changes })!.jobs[0]!.perDay;
  for (const stored of [undefined, { ...sizes, jobs: [{ ...exactSize(0), squares: 0, longest: 0 }] }]) {
    const { lines, bytes, stored: ofObjects } = cost({ stored });
    expect(lines).toEqual({ value: 0, low: 0, high: 2 * 367 });
    // Each of the lost lines may be as long as the longest of the source, here of the sizes of all lines.
    const longest = stored === undefined ? 10_240 : 2e6;
    expect(bytes!.high / longest).toBeCloseTo(2 * 367, -1);
    expect(ofObjects).toEqual(bytes);
  }
  expect(cost({ sampleRate: 1, stored: undefined }).lines).toEqual(exactly(0));
});

it('multiplies the measured size of a sampled source by both rates', () => {
  const job = { ...input.jobs[0]!, push: { ...PUSHES_ALL, sampleRate: 0.05 } };
  const { lines, bytes, stored } = costOf({ ...input, jobs: [job], sampleRate: 0.1 })!.jobs[0]!.perDay;
  expect([lines.value, bytes!.value, stored!.value]).toEqual([100, 1e8, 1e7].map((value) => expect.closeTo(value, 3)));
  expect(bytes!.high / bytes!.value).toBeCloseTo(stored!.high / stored!.value, 9);
  expect(bytes!.high / bytes!.value).toBeGreaterThan(lines.high / lines.value);
});

it('applies the sample_rate of a job if nothing was measured', () => {
  const jobs = [{ name: 'tenth', kept: { lines: 10_000, bytes: 1e7 }, push: { ...PUSHES_ALL, sampleRate: 0.1 } }];
  const { lines, bytes } = costOf({ ...input, jobs, stored: undefined })!.jobs[0]!.perDay;
  expect(lines.value).toBeCloseTo(2000, 6);
  expect(lines.low).toBeLessThan(2000);
  expect(bytes!.value).toBeCloseTo(2e6, 3);
});

it('knows no bytes of a job that writes other bytes than it reads, if nothing was measured', () => {
  const jobs = [{ name: 'fields', kept: { lines: 10_000, bytes: 1e7 }, push: { ...PUSHES_ALL, changesBytes: true } }];
  const [job] = costOf({ ...input, jobs, stored: undefined })!.jobs;
  expect(job).toMatchObject({ perDay: { bytes: null, stored: null }, perMonth: { bytes: null } });
});

it('costs nothing if the job is disabled', () => {
  const jobs = [{ name: 'off', kept: { lines: 100, bytes: 2e8 }, push: { ...PUSHES_ALL, enabled: false } }];
  const cost = costOf({ ...input, jobs, prices: [parsePrice('$1/GB,stored=1/GB-month')] })!;
  expect(cost.jobs[0]).toMatchObject({
    perDay: { lines: exactly(0), bytes: exactly(0), stored: exactly(0) },
    money: [{ amount: exactly(0) }],
  });
});

it('leaves out lines of other hours', () => {
  const { all } = costOf({ ...input, all: { ...input.all, outside: { lines: 500, bytes: 1e9 } } })!;
  expect(all.perDay.lines.value).toBe(1000);
  expect(all.perDay.bytes!.value).toBe(2e9);
});

it('has no rates from less than five minutes', () => {
  expect(costOf({ ...input, covered: { ...covered, hours: 0.08 } })).toBeUndefined();
  expect(costOf({ ...input, covered: { ...covered, hours: 5 / 60 } })).toBeDefined();
});

it('subtracts costs, with the worst of both intervals', () => {
  const { all, jobs } = costOf({ ...input, prices: [parsePrice('$1/GB-month')] })!;
  const { perMonth, money } = costDifference(jobs[0]!, all);
  expect(perMonth.lines).toEqual(exactly(-54_000));
  expect(money).toHaveLength(1);
  expect(money[0]).toMatchObject({ price: 'price', currency: '$' });
  expect(money[0]!.amount!.value).toBeCloseTo(-11.4, 9);
  expect(money[0]!.amount!.low).toBeCloseTo(-17.4, 9);
  expect(money[0]!.amount!.high).toBeCloseTo(-5.4, 9);
});
