// The intervals of sample_rate: their coverage by enumeration of all outcomes, their width, and skewed sizes in simulations.
import { describe, expect, it } from 'vitest';
import type { Estimated } from '../../../src/analysis/cost/index.ts';
import {
  type LineSizes,
  LONGEST_LOST,
  sampledBytes,
  sampledLines,
  unknownSizes,
} from '../../../src/analysis/cost/sampling-interval.ts';
import { binomialProbabilities, missesByChance, SIGNIFICANCE } from '../../helpers/cost/binomial-test.ts';
import { randomSeed, someCases } from '../../helpers/random-runs.ts';
import { seededRandom } from '../../helpers/seeded-random.ts';

const RATES = [0.5, 0.1, 0.01, 0.001];
const MAX_LINES = 300;
const NUMBERS = Array.from({ length: MAX_LINES + 1 }, (_, lines) => lines);

/** Probabilities of 0 to `most` successes, by multiplication: not the incomplete beta function of the intervals. */
function binomial(trials: number, rate: number, most = trials): number[] {
  const probabilities = [(1 - rate) ** trials];
  for (let found = 1; found <= Math.min(most, trials); found += 1) {
    probabilities.push((probabilities[found - 1]! * (trials - found + 1) * rate) / (found * (1 - rate)));
  }
  return probabilities;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function contains({ low, high }: Estimated, value: number): boolean {
  return low <= value && value <= high;
}

/** Probability of the outcomes whose interval contains the truth. */
function coverage(probabilities: readonly number[], isCovered: (outcome: number) => boolean): number {
  return sumOf(probabilities.filter((_, outcome) => isCovered(outcome)));
}

describe.each(RATES)('sample_rate %d', (rate) => {
  const before = NUMBERS.map((lines) => sampledLines(lines, { source: rate, job: 1 }));
  const after = NUMBERS.map((lines) => sampledLines(lines, { source: 1, job: rate }));

  it('covers 95 % of all outcomes before the sampling of the source, for every number of lines', () => {
    for (const lines of NUMBERS) {
      expect(coverage(binomial(lines, rate), (found) => contains(before[found]!, lines))).toBeGreaterThanOrEqual(0.95);
    }
  });

  it('covers 95 % of what a job will push, for every number of lines', () => {
    for (const lines of NUMBERS) {
      expect(coverage(binomial(lines, rate), (pushed) => contains(after[lines]!, pushed))).toBeGreaterThanOrEqual(0.95);
    }
  });

  // Clopper and Pearson's interval of the number of trials contains every number with which neither P(X ≥ found) nor P(X ≤ found) is below 2.5 %.
  // It is computed here from sums of probabilities; its width must be that of the interval before the sampling.
  it('is as wide as the interval of Clopper and Pearson before the sampling of the source', () => {
    for (const found of [0, 1, 2, 5, 20].filter((lines) => lines / rate <= 250)) {
      const isPossible = (lines: number): boolean => {
        const probabilities = binomial(lines, rate, found);
        return 1 - sumOf(probabilities.slice(0, found)) > 0.025 && sumOf(probabilities) > 0.025;
      };
      const limit = Math.ceil((2 * found + 20) / rate);
      const possible = Array.from({ length: limit - found }, (_, more) => found + more).filter(isPossible);
      expect(before[found]).toMatchObject({ low: possible[0], high: possible.at(-1) });
    }
  });

  // The interval of Clopper and Pearson is one of a share: of the share pushed, if as many lines were pushed as expected, rounded. Times the
  // number of lines, it is the reference of what a job will push.
  it('is at most 1.3 times as wide as the interval of Clopper and Pearson after the sampling of a job', () => {
    for (const lines of someCases(NUMBERS.slice(1))) {
      const { low, high } = after[lines]!;
      expect(high - low).toBeLessThanOrEqual(1.3 * lines * clopperPearsonWidth(Math.round(lines * rate), lines));
    }
  });
});

function clopperPearsonWidth(found: number, lines: number): number {
  const crossing = (isBelow: (share: number) => boolean): number => {
    let [low, high] = [0, 1];
    for (let halving = 0; halving < 30; halving += 1) {
      const middle = (low + high) / 2;
      if (isBelow(middle)) low = middle;
      else high = middle;
    }
    return low;
  };
  const least = crossing((share) => sumOf(binomial(lines, share).slice(found)) < 0.025);
  const most = crossing((share) => sumOf(binomial(lines, share).slice(0, found + 1)) > 0.025);
  return (found === lines ? 1 : most) - (found === 0 ? 0 : least);
}

describe('a sampled source and a job that samples', () => {
  const pairs = RATES.flatMap((source) => RATES.map((job) => ({ source, job })));

  it.each(pairs)('cover 95 % if the samplings are independent: $source, $job', (rates) => {
    const intervals = NUMBERS.map((lines) => sampledLines(lines, rates));
    for (const lines of NUMBERS.filter((number) => number % 50 === 0 || number < 4)) {
      const pushed = binomial(lines, rates.job);
      const covered = binomial(lines, rates.source).map(
        (probability, found) => probability * coverage(pushed, (one) => contains(intervals[found]!, one)),
      );
      expect(sumOf(covered)).toBeGreaterThanOrEqual(0.95);
    }
  });

  it.each(pairs)('cover 95 % if the same hash selects: $source, $job', ({ source, job }) => {
    const intervals = NUMBERS.map((lines) => sampledLines(lines, { source, job }));
    for (const lines of NUMBERS.filter((number) => number % 50 === 0 || number < 4)) {
      // With the lower rate, a subset of the lines of the higher one.
      const covered = binomial(lines, Math.max(source, job)).map((probability, more) => {
        const fewer = binomial(more, Math.min(source, job) / Math.max(source, job));
        if (source === job) return probability * Number(contains(intervals[more]!, more));
        const isCovered = (less: number): boolean =>
          source > job ? contains(intervals[more]!, less) : contains(intervals[less]!, more);
        return probability * coverage(fewer, isCovered);
      });
      expect(sumOf(covered)).toBeGreaterThanOrEqual(0.95);
    }
  });
});

// Quantiles of scipy.stats 1.17: nbinom.ppf(0.025, found, rate) + found, and nbinom.ppf(0.975, found + 1, rate) + found.
it.each([
  [0, 0.01, 0, 367],
  [20, 0.1, 126, 303],
  [215, 0.01, 18736, 24558],
  [1000, 0.1, 9421, 10606],
])('%d lines of a source with sample_rate %d', (found, rate, low, high) => {
  expect(sampledLines(found, { source: rate, job: 1 })).toMatchObject({ low, high });
});

it.each([
  [
    { source: 1, job: 1 },
    { value: 7, low: 7, high: 7 },
  ],
  [
    { source: 0.999, job: 1 },
    { low: 7, high: 7.007007007007007 },
  ],
])('seven lines with %j', (rates, expected) => {
  expect(sampledLines(7, rates)).toMatchObject(expected);
});

it('knows that nothing is pushed of a complete source without lines', () => {
  expect(sampledLines(0, { source: 1, job: 0.1 })).toEqual({ value: 0, low: 0, high: 0 });
  expect(sampledBytes({ sum: 0, squares: 0, longest: 500 }, { source: 1, job: 0.1 })).toEqual({
    value: 0,
    low: 0,
    high: 0,
  });
});

it('counts lost lines as the longest ones, if none was found', () => {
  const none = { sum: 0, squares: 0, longest: 500 };
  const { high } = sampledBytes(none, { source: 0.01, job: 1 });
  expect(high / 500).toBeCloseTo(367.04, 1);
});

// At a standard deviation of 1,000 lines, the expansion replaces the exact quantile; neither may leave a gap.
it.each(RATES)('has the same quantiles where the method changes: %d', (rate) => {
  const errors = (lines: number, rates: { source: number; job: number }): number[] => {
    const { value, low, high } = sampledLines(lines, rates);
    const scale = Math.sqrt(rates.job === 1 ? (lines * (1 - rate)) / rate ** 2 : lines * rate * (1 - rate));
    return [(value - low) / scale, (high - value) / scale];
  };
  for (const rates of [
    { source: rate, job: 1 },
    { source: 1, job: rate },
  ]) {
    const change = rates.job === 1 ? 1e6 / (1 - rate) : 1e6 / rate / (1 - rate);
    const [exact, expanded] = [0.999, 1.001].map((factor) => errors(Math.round(change * factor), rates));
    for (const side of [0, 1]) expect(expanded![side]! - exact![side]!).toBeLessThan(0.005);
    for (const side of [0, 1]) expect(expanded![side]! - exact![side]!).toBeGreaterThan(-0.002);
    for (const error of errors(1e9, rates)) expect(error).toBeCloseTo(1.96, 2);
  }
});

// Lines of 300 bytes and few large ones: all numbers of either that may be selected, with their probabilities.
describe('bytes of two sizes cover 95 % of all outcomes', () => {
  const SMALL = 300;
  const BIG = [1000, 3000, 10_000, 100_000];
  const HIGH_RATES = [0.6, 0.7, 0.8, 0.86, 0.9, 0.94, 0.97, 0.99];

  /** Sizes as they were measured, as the longest line possible is assumed, and as nothing is known. */
  function possibleSizes(small: number, big: number, size: number): LineSizes[] {
    const [lines, sum, squares] = [small + big, small * SMALL + big * size, small * SMALL ** 2 + big * size ** 2];
    const measured = [Math.max(SMALL, size), Math.max(LONGEST_LOST, size)].map((longest) => ({
      sum,
      squares,
      longest,
    }));
    // Nothing is stated of lines that are longer than those of all logs that we know.
    return size > LONGEST_LOST ? measured : [...measured, unknownSizes({ lines, bytes: sum })];
  }

  it.each([...HIGH_RATES, ...RATES])('of what a job with the rate %d pushes', (rate) => {
    for (const small of [0, 1, 3, 10, 30, 100, 299, 1000, 3000]) {
      const below = sums(binomialProbabilities(small, rate));
      for (const big of someCases([0, 1, 2, 3, 4, 6, 10, 30])) {
        if (small + big === 0) continue;
        const ofBig = binomialProbabilities(big, rate);
        for (const size of BIG) {
          for (const sizes of possibleSizes(small, big, size)) {
            const { low, high } = sampledBytes(sizes, { source: 1, job: rate });
            // Numbers of small lines with which the sum is in the interval.
            const covered = ofBig.map((probability, found) => {
              const least = Math.max(0, Math.ceil((low - found * size) / SMALL - 1e-9));
              const most = Math.min(small, Math.floor((high - found * size) / SMALL + 1e-9));
              return least > most ? 0 : probability * (below[most + 1]! - below[least]!);
            });
            const row = `${small} of ${SMALL} bytes, ${big} of ${size}, longest ${sizes.longest}: ${low} to ${high}`;
            expect(sumOf([...covered]), row).toBeGreaterThanOrEqual(0.95 - 1e-9);
          }
        }
      }
    }
  });

  it.each([0.97, 0.9, 0.8, ...RATES])('before a source was sampled with the rate %d', (rate) => {
    const all = [0, 10, 100, 299].flatMap((small) =>
      [0, 1, 3, 10].flatMap((big) => BIG.map((size) => ({ small, big, size }))),
    );
    for (const { small, big, size } of someCases(all)) {
      const ofSmall = binomialProbabilities(small, rate);
      const pushed = small * SMALL + big * size;
      const covered = [0, 0, 0];
      for (const [foundBig, probability] of binomialProbabilities(big, rate).entries()) {
        for (const [foundSmall, other] of ofSmall.entries()) {
          if (probability * other < 1e-9) continue;
          for (const [index, sizes] of possibleSizes(foundSmall, foundBig, size).entries()) {
            if (contains(sampledBytes(sizes, { source: rate, job: 1 }), pushed)) covered[index]! += probability * other;
          }
        }
      }
      const expected = size > LONGEST_LOST ? covered.slice(0, 2) : covered;
      const row = `${small} of ${SMALL} bytes, ${big} of ${size}: ${covered}`;
      if (pushed > 0) for (const one of expected) expect(one, row).toBeGreaterThanOrEqual(0.95 - 1e-5);
    }
  });
});

/** Sums of the first 0, 1, 2 … values. */
function sums(values: Float64Array): Float64Array {
  const found = new Float64Array(values.length + 1);
  for (const [index, value] of values.entries()) found[index + 1] = found[index]! + value;
  return found;
}

it.each([0.9, 0.97, ...RATES])('bytes of equal lines are as many as their lines times their size: %d', (rate) => {
  for (const lines of [1, 10, 300]) {
    const { low, high } = sampledLines(lines, { source: 1, job: rate });
    const bytes = sampledBytes({ sum: lines * 300, squares: lines * 300 ** 2, longest: 300 }, { source: 1, job: rate });
    // The upper limit includes one more line.
    expect(Math.abs(bytes.low / 300 - low)).toBeLessThan(1);
    expect(bytes.high / 300 - high).toBeLessThan(2);
  }
});

describe('bytes of lines of different sizes', () => {
  const SIMULATIONS = 200;
  const sizes: Record<string, (line: number) => number> = {
    '1 % lines of 10 kB': (line) => (line % 100 === 0 ? 10_000 : 300),
    'one line of 100 kB in 1,000': (line) => (line % 1000 === 0 ? 100_000 : 300),
    'a heavy tail': (line) => Math.min(1e6, Math.round(200 / (1 - (((line * 7919) % 10_007) + 0.5) / 10_007) ** 0.7)),
    'equal lines': () => 300,
  };
  const pairs = [
    ...RATES.map((rate) => ({ source: rate, job: 1 })),
    ...[0.9, ...RATES].map((rate) => ({ source: 1, job: rate })),
    ...[0.9, 0.5, 0.1, 0.01].map((rate) => ({ source: rate, job: rate })),
    ...[
      { source: 0.1, job: 0.5 },
      { source: 0.5, job: 0.01 },
    ],
  ];

  it.each(Object.keys(sizes))('%s: 95 % of the intervals contain what is pushed', (name) => {
    const seed = randomSeed(26);
    const random = seededRandom(seed);
    // Of lines that are longer than those of all logs that we know, nothing is stated if they were not measured.
    const isBounded = name === '1 % lines of 10 kB' || name === 'equal lines';
    for (const { rates, lines } of someCases(
      pairs.flatMap((pair) => [1, 10, 100, 1000].map((lines) => ({ rates: pair, lines }))),
    )) {
      const all = Array.from({ length: lines }, (_, line) => sizes[name]!(line));
      const longest = Math.max(...all);
      let [misses, unmeasuredMisses] = [0, 0];
      for (let run = 0; run < SIMULATIONS; run += 1) {
        const found = all.filter(() => random() < rates.source);
        const pushed = sumOf(all.filter(() => random() < rates.job));
        const squares = sumOf(found.map((size) => size ** 2));
        if (!contains(sampledBytes({ sum: sumOf(found), squares, longest }, rates), pushed)) misses += 1;
        const known = { lines: found.length, bytes: sumOf(found) };
        if (isBounded && !contains(sampledBytes(unknownSizes(known), rates), pushed)) unmeasuredMisses += 1;
      }
      for (const found of [misses, unmeasuredMisses]) {
        const row = `${JSON.stringify(rates)}, ${lines} lines, seed ${seed}: ${found} misses`;
        expect(missesByChance(found, SIMULATIONS), row).toBeGreaterThan(SIGNIFICANCE);
      }
    }
  });
});

it.each([0.5, 0.1, 0.01])('no limit is -0: %d', (job) => {
  for (const lines of [0, 1, 2, 7]) expect(Object.is(sampledLines(lines, { source: 1, job }).low, -0)).toBe(false);
});
