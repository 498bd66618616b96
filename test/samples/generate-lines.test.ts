// The endless stream of lines for benchmarks: determined by its options, and limited to the requested size.
import { describe, expect, it } from 'vitest';
import { ALL_REQUESTS, ERRORS_AND_THREATS, generateLines, type LineOptions } from '../../samples/generator/index.ts';
import { Random } from '../../src/sandbox/traffic/shop/random.ts';
import { recordOf } from '../helpers/stored-samples.ts';

const lines = (options: LineOptions): string[] => [...generateLines(options)];

describe('generateLines', () => {
  it.each([{ count: 0 }, { count: 1 }, { count: 1000 }, { count: 1000, scale: 20, job: ERRORS_AND_THREATS }])(
    'gives as many lines as asked, the same each time: %o',
    (options) => {
      const found = lines({ seed: 3, ...options });
      expect(found).toHaveLength(options.count);
      expect(found).toEqual(lines({ seed: 3, ...options }));
    },
  );

  it('generates other lines for another seed', () => {
    expect(lines({ seed: 3, count: 5 })).not.toEqual(lines({ seed: 4, count: 5 }));
  });

  it('ends with the line that reaches the size', () => {
    const found = lines({ size: 50_000 });
    const size = found.join('').length;
    expect(size).toBeGreaterThanOrEqual(50_000);
    expect(size - found.at(-1)!.length).toBeLessThan(50_000);
    expect(lines({ size: 0 })).toEqual([]);
  });

  it('continues after the three days, with lines of the same shape and new ray ids', () => {
    const found = lines({ seed: 2, count: 22_000 });
    const rays = new Set(found.map((line) => line.slice(0, '{"RayID":"0123456789abcdef"'.length)));
    expect(rays.size).toBe(found.length);
    const last = recordOf(found.at(-1)!);
    expect([...last.keys()]).toEqual(ALL_REQUESTS.fieldNames);
    expect(last.get('EdgeStartTimestamp')).toBeGreaterThan(BigInt(Date.UTC(2026, 10, 4)) * 1_000_000n);
  });

  it('packs more lines into the same time when scaled', () => {
    const spanMs = (scale: number): number => {
      const found = lines({ seed: 2, count: 3000, scale });
      const time = (line: string): number => Number(recordOf(line).get('EdgeStartTimestamp')) / 1e6;
      return time(found.at(-1)!) - time(found[0]!);
    };
    expect(spanMs(20)).toBeLessThan(spanMs(1) / 5);
  });
});

describe('Random', () => {
  it('returns the published numbers of mulberry32', () => {
    // First outputs of the reference implementation for seed 0 and seed 1.
    expect([new Random(0), new Random(1)].map((random) => [random.bits(), random.bits(), random.bits()])).toEqual([
      [1144304738, 1416247, 958946056],
      [2693262067, 11749833, 2265367787],
    ]);
  });
});
