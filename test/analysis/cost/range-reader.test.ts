// Lines of ranges: the same as reading everything, whatever the chunks.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RangeReader } from '../../../src/analysis/cost/range-reader.ts';
import { randomRuns } from '../../helpers/random-runs.ts';

const OPTIONS = { input: 'auto', isKnownField: () => true } as const;
const lines = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 60 });
const cuts = fc.uniqueArray(fc.integer({ min: 0, max: 3000 }), { minLength: 2, maxLength: 8 });

it('reads the lines that begin in the ranges', () => {
  fc.assert(
    fc.property(lines, cuts, fc.integer({ min: 1, max: 400 }), fc.boolean(), (sizes, places, size, fromStart) => {
      const text = Buffer.from(sizes.map((length) => `${JSON.stringify({ RayID: 'x'.repeat(length) })}\n`).join(''));
      const sorted = places.toSorted((a, b) => a - b);
      const ranges = sorted.flatMap((start, index) =>
        index % 2 === 0 ? [{ start, end: sorted[index + 1] ?? start + 100 }] : [],
      );
      const expected: number[] = [];
      for (let at = 0; at < text.length; at = text.indexOf(10, at) + 1) {
        if (ranges.some(({ start, end }) => at >= start && at < end)) expected.push(at);
      }
      const from = fromStart ? 0 : Math.min(text.length, Math.max(0, ranges[0]!.start - 1));
      const found: number[] = [];
      const options = from === 0 ? OPTIONS : { ...OPTIONS, offset: from };
      const reader = new RangeReader(options, ranges, ({ offset }) => found.push(offset));
      for (let at = from; at < text.length && !reader.isDone; at += size)
        reader.push(text.subarray(at, Math.min(text.length, at + size)));
      reader.end();
      expect(found).toEqual(expected);
    }),
    { numRuns: randomRuns(300) },
  );
});
