// The interval of an estimated share: exact if everything was read, never collapsed otherwise, and correct often enough.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cluster, estimateShare, MISS } from '../../../src/analysis/sample/index.ts';
import { coverageOf, coverageUntil, POPULATION_NAMES } from '../../properties/populations.ts';

/** Samples of each population here; `npm run bench -- sample` draws 1,000. */
const SAMPLES = 60;
/** Objects of a sample, of 600. */
const READ = [60, 100];
/** The issue asks for 93 %. */
const LEAST_COVERED = 0.93;

/** So many alike, each drawn out of ten. */
const objects = (count: number, one: Omit<Cluster, 'chance'>, chance = 0.1): Cluster[] =>
  Array.from({ length: count }, () => ({ ...one, chance }));
/** How those are estimated that were not all read. */
const SOME = { isAllRead: false, unseen: 0, miss: MISS };

describe.each(READ)('%i objects read: covers the truth', (read) => {
  it.each(POPULATION_NAMES)('%s', (name) => {
    expect(coverageOf(name, read, SAMPLES).covered).toBeGreaterThanOrEqual(LEAST_COVERED);
  });
});

it.each(POPULATION_NAMES)('covers the truth where it was read on until the interval was narrow: %s', (name) => {
  expect(coverageUntil(name, 0.05, SAMPLES / 2).covered).toBeGreaterThanOrEqual(LEAST_COVERED);
});

describe('intervals', () => {
  it('all objects read: exact', () => {
    const all = [...objects(3, { all: 100, part: 10 }, 1), ...objects(1, { all: 50, part: 50 }, 1)];
    const exact = { isAllRead: true, unseen: 0, miss: MISS, lines: 350 };
    expect(estimateShare(all, exact)).toEqual({ share: 80 / 350, low: 80 / 350, high: 80 / 350 });
  });

  it('all objects read, some lost: as wide as what was lost', () => {
    const all = objects(3, { all: 100, part: 10 }, 1);
    const { share, low, high } = estimateShare(all, { isAllRead: true, unseen: 0.25, miss: MISS, lines: 300 });
    expect(share).toBe(0.1);
    expect(low).toBeCloseTo(0.075, 12);
    expect(high).toBeCloseTo(0.325, 12);
  });

  it.each<[string, Omit<Cluster, 'chance'>, number, number, number]>([
    ['nothing kept', { all: 100, part: 0 }, 0, 0, 0.0617],
    ['all kept', { all: 100, part: 100 }, 1, 0.9383, 1],
  ])('%s: as wide as what may have gone unseen', (_, one, share, low, high) => {
    const found = estimateShare(objects(60, one, 0.0006), { ...SOME, unseen: 0.0596, lines: 6000 });
    expect(found.share).toBe(share);
    expect(found.low).toBeCloseTo(low, 2);
    expect(found.high).toBeCloseTo(high, 2);
    expect(found.high - found.low).toBeGreaterThan(0.05);
  });

  it('an object counts for as many as it was drawn out of', () => {
    const clusters = [...objects(20, { all: 100, part: 100 }, 1), ...objects(20, { all: 100, part: 0 }, 0.25)];
    expect(estimateShare(clusters, { ...SOME, lines: 4000 }).share).toBe(0.2);
  });

  it.each<[string, Cluster[]]>([
    ['one object', objects(1, { all: 10, part: 5 })],
    ['none with lines', objects(5, { all: 0, part: 0 })],
    ['none but those that are always read', objects(9, { all: 10, part: 5 }, 1)],
    [
      'lines only in those that are always read',
      [...objects(9, { all: 10, part: 5 }, 1), ...objects(3, { all: 0, part: 0 })],
    ],
  ])('%s: anything is possible', (_, clusters) => {
    expect(estimateShare(clusters, { ...SOME, lines: 10 })).toMatchObject({ low: 0, high: 1 });
  });

  it('lines of an object that resemble each other make it wider', () => {
    const options = { ...SOME, lines: 6000 };
    const mixed = estimateShare(objects(60, { all: 100, part: 30 }), options);
    const alike = estimateShare(
      [...objects(18, { all: 100, part: 100 }), ...objects(42, { all: 100, part: 0 })],
      options,
    );
    expect(alike.share).toBe(mixed.share);
    expect(alike.high - alike.low).toBeGreaterThan(2 * (mixed.high - mixed.low));
  });

  const ALMOST_ALL_READ = [
    { all: 774, part: 0, chance: 0.9999999999999987 },
    { all: 4, part: 2, chance: 0.9999999999999981 },
  ];

  it('are between 0 and 1, around the share, and grow when they may miss less', () => {
    const cluster = fc.nat(1000).chain((all) =>
      fc.record({
        all: fc.constant(all),
        part: fc.nat(all),
        chance: fc.double({ min: 0.001, max: 1, noNaN: true }),
      }),
    );
    const clusters = fc.array(cluster, { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(clusters, fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true }), (some, isAllRead, unseen) => {
        const lines = some.reduce((sum, { all }) => sum + all, 0);
        const at = (miss: number) => estimateShare(some, { isAllRead, unseen, miss, lines });
        const { share, low, high } = at(MISS);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(share).toBeGreaterThanOrEqual(low - 1e-9);
        expect(share).toBeLessThanOrEqual(high + 1e-9);
        // The rounding error of a width is the root of that of a variance.
        expect(at(MISS / 2).high - at(MISS / 2).low).toBeGreaterThanOrEqual(high - low - 1e-7);
      }),
      { examples: [[ALMOST_ALL_READ, false, 0]] },
    );
  });

  it('holds the share where hardly anything is unread', () => {
    const some = [
      { all: 266, part: 1, chance: 0.9999999999999634 },
      { all: 0, part: 0, chance: 0.001 },
    ];
    const { share, low, high } = estimateShare(some, { isAllRead: false, unseen: 0, miss: MISS, lines: 266 });
    expect(low).toBeLessThanOrEqual(share);
    expect(high).toBeGreaterThanOrEqual(share);
  });
});
