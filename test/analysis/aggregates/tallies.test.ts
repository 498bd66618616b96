// The tallies of a report: the same sums in any order, within their bounds.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FieldCount, FieldTally, MAX_NAME_LENGTH } from '../../../src/analysis/aggregates/field-tally.ts';
import { KeptSets } from '../../../src/analysis/aggregates/kept-sets.ts';
import { SampleTally } from '../../../src/analysis/aggregates/sample-tally.ts';
import { pathOfKey } from '../../../src/input/destination/location/object-url.ts';
import { lineHash, objectHash, PROBLEMS_PER_CODE, ProblemTally } from '../../../src/input/scan/index.ts';

const additions = fc.array(
  fc.tuple(fc.string({ maxLength: 2 }), fc.integer({ min: 1, max: 3 }), fc.nat(3), fc.nat(99)),
);

/** Names in an order that is hard on a bounded set. */
const descending = Array.from({ length: 500 }, (_, index) => `f${String(999 - index)}`);

describe('FieldTally', () => {
  it.each([
    ['descending', descending],
    ['ascending', descending.toReversed()],
    ['twice', [...descending, ...descending]],
  ])('keeps the smallest of many names that come %s', (_, names) => {
    const tally = new FieldTally(10);
    for (const name of names) tally.add(name, 1, 0, 2);
    const apart = descending.toSorted().slice(0, 10);
    const times = names.length / 500;
    expect(tally.toCounts()).toEqual([
      ...apart.map((name) => ({ name, lines: times, empty: 0, bytes: 2 * times })),
      { name: 'other', lines: 490 * times, empty: 0, bytes: 980 * times, rest: true },
    ]);
  });

  it('adds the same by place as by name', () => {
    const places = fc.array(fc.tuple(fc.nat(3), fc.string({ maxLength: 1 }), fc.nat(9)), { maxLength: 60 });
    fc.assert(
      fc.property(places, fc.integer({ min: 1, max: 4 }), (fields, limit) => {
        const [byName, byPlace] = [new FieldTally(limit), new FieldTally(limit)];
        for (const [place, name, bytes] of fields) {
          byName.add(name, 1, 0, bytes);
          byPlace.addAt(place === 3 ? 100_000 : place, name, 1, 0, bytes);
        }
        expect(byPlace.toCounts()).toEqual(byName.toCounts());
      }),
    );
  });

  it('sums very long names, wherever they come from', () => {
    const [long, longer] = ['a'.repeat(MAX_NAME_LENGTH), 'a'.repeat(MAX_NAME_LENGTH + 1)];
    const wanted: FieldCount[] = [
      { name: long, lines: 3, empty: 0, bytes: 30 },
      { name: 'other', lines: 3, empty: 0, bytes: 300, rest: true },
    ];
    const [added, merged, mergedCounts] = [new FieldTally(), new FieldTally(), new FieldTally()];
    added.add(long, 1, 0, 10);
    added.addAt(0, long, 1, 0, 10);
    added.addAt(0, longer, 1, 0, 100);
    added.addAt(0, longer, 1, 0, 100);
    added.addAt(0, long, 1, 0, 10);
    added.add(longer, 1, 0, 100);
    expect(added.toCounts()).toEqual(wanted);
    merged.merge(added);
    expect(merged.toCounts()).toEqual(wanted);
    mergedCounts.mergeCounts([wanted[0]!, { name: longer, lines: 3, empty: 0, bytes: 300 }]);
    expect(mergedCounts.toCounts()).toEqual(wanted);
  });

  it('counts the smallest names one by one, exactly, and sums the rest', () => {
    fc.assert(
      fc.property(additions, fc.integer({ min: 1, max: 6 }), (rows, limit) => {
        const tally = new FieldTally(limit);
        for (const row of rows) tally.add(...row);
        const names = [...new Set(rows.map(([name]) => name))].sort();
        const sumOf = (wanted: (name: string) => boolean) =>
          rows.filter(([name]) => wanted(name)).reduce((sum, [, , , bytes]) => sum + bytes, 0);
        const counts = tally.toCounts();
        const apart = counts.filter((field) => field.rest !== true);
        expect(apart.map((field) => field.name)).toEqual(names.slice(0, limit));
        for (const field of apart) expect(field.bytes).toBe(sumOf((name) => name === field.name));
        const rest = counts.find((field) => field.rest === true);
        if (rest !== undefined) expect(rest.bytes).toBe(sumOf((name) => names.indexOf(name) >= limit));
      }),
    );
  });

  it('merges as if all had been added to one', () => {
    fc.assert(
      fc.property(additions, additions, fc.integer({ min: 1, max: 6 }), (left, right, limit) => {
        const [a, b, both] = [new FieldTally(limit), new FieldTally(limit), new FieldTally(limit)];
        for (const row of left) a.add(...row);
        for (const row of right) b.add(...row);
        for (const row of [...left, ...right]) both.add(...row);
        const byCounts = new FieldTally(limit);
        byCounts.mergeCounts(b.toCounts());
        byCounts.mergeCounts(a.toCounts());
        a.merge(b);
        expect(a.toCounts()).toEqual(both.toCounts());
        expect(byCounts.toCounts()).toEqual(both.toCounts());
      }),
    );
  });
});

it('SampleTally chooses the same lines in any order and from any parts', () => {
  const places = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(500)), { selector: String });
  fc.assert(
    fc.property(places, fc.nat(5), fc.nat(), (lines, limit, cut) => {
      const offer = (tally: SampleTally, [object, offset]: [string, number]) =>
        tally.offer(lineHash(objectHash(object), offset), object, offset, () => `${object}${offset} é`);
      const [whole, head, tail] = [new SampleTally(limit), new SampleTally(limit), new SampleTally(limit)];
      for (const line of lines) {
        const before = whole.toSamples();
        const mayTake = whole.mayTake(lineHash(objectHash(line[0]), line[1]));
        offer(whole, line);
        if (!mayTake) expect(whole.toSamples()).toEqual(before);
      }
      const at = cut % (lines.length + 1);
      for (const line of lines.slice(0, at).reverse()) offer(head, line);
      for (const line of lines.slice(at)) offer(tail, line);
      head.merge(tail.toSamples());
      expect(head.toSamples()).toEqual(whole.toSamples());
      expect(whole.toSamples()).toHaveLength(Math.min(limit, lines.length));
    }),
  );
});

it('lineHash spreads lines evenly', () => {
  const buckets = new Array<number>(16).fill(0);
  const object = objectHash('s3://bucket/logs/20261101/20261101T000000Z_20261101T000500Z_0a1b2c3d.log.gz');
  for (let line = 0; line < 160_000; line += 1) buckets[lineHash(object, line * 700) >>> 28]! += 1;
  // Standard deviation of such a bucket is about 97.
  for (const count of buckets) expect(Math.abs(count - 10_000)).toBeLessThan(500);
});

it('objectHash of an object in a bucket depends on its key alone, not on the address of the bucket', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (key, seed) => {
      const hash = objectHash(`s3://bucket/${key}`, seed);
      for (const name of [
        `r2://other/${key}`,
        `https://h.example/${pathOfKey(key)}`,
        `http://[::1]:8792/${pathOfKey(key)}`,
      ]) {
        expect(objectHash(name, seed)).toBe(hash);
      }
      expect(objectHash(`s3://bucket/x${key}`, seed)).not.toBe(hash);
    }),
  );
  // A caller of the library may name an object like this.
  expect(objectHash('https://h.example/100%')).toBe(objectHash('s3://bucket/100%'));
});

it('offsets beyond 4 GiB have different hashes', () => {
  expect(lineHash(1, 2 ** 32 + 5)).not.toBe(lineHash(1, 5));
});

it('ProblemTally keeps the first of each code by place', () => {
  const tally = new ProblemTally();
  for (let offset = 50; offset > 0; offset -= 1) tally.add({ code: 'invalid-json', object: 'b', offset, message: 'm' });
  tally.add({ code: 'invalid-json', object: 'a', offset: 999, message: 'm' });
  tally.add({ code: 'bom', object: 'z', offset: 0, message: 'm' });
  expect(tally.toCounts()).toEqual({ bom: 1, 'invalid-json': 51 });
  const kept = tally.toProblems().filter((problem) => problem.code === 'invalid-json');
  expect(kept).toHaveLength(PROBLEMS_PER_CODE);
  expect(kept.slice(0, 2).map(({ object, offset }) => [object, offset])).toEqual([
    ['a', 999],
    ['b', 1],
  ]);
});

describe('KeptSets', () => {
  it.each([1, 2, 31, 32, 40, 70])('counts lines by the exact set of %i jobs', (jobs) => {
    const sets = new KeptSets(jobs);
    const keep = (bytes: number, ...kept: number[]) => {
      sets.open();
      for (const job of kept) sets.mark(job);
      sets.close(bytes).fields.add('RayID', 1, 0, bytes);
    };
    keep(10);
    keep(20, 0);
    keep(5, 0);
    keep(40, 0, jobs - 1);
    const together =
      jobs === 1
        ? [{ jobs: [0], lines: 3, bytes: 65 }]
        : [
            { jobs: [0], lines: 2, bytes: 25 },
            { jobs: [0, jobs - 1], lines: 1, bytes: 40 },
          ];
    expect(sets.toOverlap()).toEqual([{ jobs: [], lines: 1, bytes: 10 }, ...together]);
    expect(sets.toFields()).toEqual([{ name: 'RayID', lines: 4, empty: 0, bytes: 75 }]);
    expect(sets.toFields(0)).toEqual([{ name: 'RayID', lines: 3, empty: 0, bytes: 65 }]);
  });

  it('gives the same however few sets have fields of their own', () => {
    const line = fc.tuple(fc.uniqueArray(fc.nat(39), { maxLength: 4 }), fc.constantFrom('a', 'b', 'c'), fc.nat(99));
    const small = fc.tuple(fc.uniqueArray(fc.nat(2)), fc.constantFrom('a', 'b', 'c'), fc.nat(99));
    const run = fc.oneof(
      fc.record({ jobs: fc.constant(40), lines: fc.array(line, { maxLength: 20 }) }),
      fc.record({ jobs: fc.constant(3), lines: fc.array(small, { maxLength: 30 }) }),
    );
    fc.assert(
      fc.property(run, fc.nat(3), ({ jobs, lines }, limit) => {
        const [all, few] = [new KeptSets(jobs), new KeptSets(jobs, limit)];
        for (const sets of [all, few]) {
          for (const [kept, name, bytes] of lines) {
            sets.open();
            for (const job of kept) sets.mark(job);
            const { fields } = sets.close(bytes);
            fields.addAt(0, name, 1, 0, bytes);
            fields.add('RayID', 1, 1, 5);
          }
        }
        expect(few.toOverlap()).toEqual(all.toOverlap());
        expect(few.toFields()).toEqual(all.toFields());
        for (let job = 0; job < jobs; job += 1) {
          const own = lines.filter(([kept]) => kept.includes(job));
          expect(few.toFields(job)).toEqual(all.toFields(job));
          expect(few.toFields(job).find(({ name }) => name === 'RayID')?.lines ?? 0).toBe(own.length);
        }
      }),
    );
  });
});
