// What a job pushes of measured lines: the interval contains another sample of the same lines, however their sizes vary.
import { describe, expect, it } from 'vitest';
import { exactly, pushedLines } from '../../../src/analysis/cost/index.ts';
import { pushedRate } from '../../../src/analysis/cost/pushed-lines.ts';
import { missesByChance, SIGNIFICANCE } from '../../helpers/cost/binomial-test.ts';
import { randomRuns, randomSeed } from '../../helpers/random-runs.ts';
import { seededRandom } from '../../helpers/seeded-random.ts';
import { SKEWED_SIZES } from '../../properties/skewed-sources.ts';

const SAMPLES = 1000;

describe.each(Object.entries(SKEWED_SIZES))('%s', (_, sizeOf) => {
  it.each([0.9, 0.5, 0.1])('95 % of the intervals contain a sample of the rate %d', (sampleRate) => {
    const seed = randomSeed(26);
    const random = seededRandom(seed);
    for (const lines of [20, 300, 3000]) {
      const sizes = Array.from({ length: lines }, () => sizeOf(random()));
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      const written = {
        ...{ sampleRate, lines: exactly(lines * sampleRate), bytes: exactly(bytes), stored: exactly(0) },
        squares: sizes.reduce((sum, size) => sum + size ** 2, 0),
        longest: Math.max(...sizes),
      };
      // The stored size of the lines does not count: the job writes other bytes.
      const pushed = pushedLines({ lines, bytes: 1 }, { enabled: true, sampleRate, changesBytes: true }, written);
      const misses = { lines: 0, bytes: 0 };
      const samples = randomRuns(SAMPLES);
      for (let sample = 0; sample < samples; sample += 1) {
        const selected = sizes.filter(() => random() < sampleRate);
        const real = { lines: selected.length, bytes: selected.reduce((sum, size) => sum + size, 0) };
        for (const figure of ['lines', 'bytes'] as const) {
          const { low, high } = pushed[figure]!;
          if (real[figure] < low || real[figure] > high) misses[figure] += 1;
        }
      }
      for (const [figure, count] of Object.entries(misses)) {
        const row = `${count} of ${samples} intervals of ${lines} lines miss their ${figure}, seed ${seed}`;
        expect(missesByChance(count, samples), row).toBeGreaterThan(SIGNIFICANCE);
      }
    }
  });
});

const LINES = { lines: 100, bytes: 30_000 };
const SAMPLING = { enabled: true, sampleRate: 0.5, changesBytes: false };

it.each([
  ['a disabled job', { ...SAMPLING, enabled: false }, { lines: exactly(0), bytes: exactly(0) }],
  ['every line unchanged', { ...SAMPLING, sampleRate: 1 }, { lines: exactly(100), bytes: exactly(30_000) }],
  [
    'changed bytes, not measured',
    { enabled: true, sampleRate: 1, changesBytes: true },
    { lines: exactly(100), bytes: null },
  ],
])('%s', (_, share, expected) => {
  expect(pushedLines(LINES, share)).toEqual(expected);
});

it('is narrower if the sizes are measured', () => {
  const width = ({ low, high }: { low: number; high: number }) => high - low;
  const measured = {
    ...{ sampleRate: 0.5, lines: exactly(50), bytes: exactly(30_000), stored: exactly(0) },
    ...{ squares: 100 * 300 ** 2, longest: 300 },
  };
  const [known, unknown] = [pushedLines(LINES, SAMPLING, measured), pushedLines(LINES, SAMPLING)];
  expect(known.bytes!.value).toBe(unknown.bytes!.value);
  expect(width(known.bytes!)).toBeLessThan(width(unknown.bytes!) / 2);
});

it('the stored size of one sample is an estimate, also of a sample without a line', () => {
  const measured = { sampleRate: 0.1, bytes: exactly(30_000), squares: 100 * 300 ** 2, longest: 300 };
  const share = { ...SAMPLING, sampleRate: 0.1 };
  const some = pushedRate(LINES, share, { ...measured, lines: exactly(10), stored: exactly(500) }).stored!;
  expect([some.low < 500, some.value, some.high > 500]).toEqual([true, 500, true]);
  const none = pushedRate(LINES, share, { ...measured, lines: exactly(0), stored: exactly(0) }).stored!;
  expect(none.high).toBeGreaterThan(0);
});
