// A range of time needs, for each of its instants, the newest listing that covers the instant.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coverageOf, type StoredListing } from '../../../src/input/manifest/index.ts';

/** Instants that a limit can be at; without a limit, the range also has those around them. */
const [FIRST, LAST] = [0, 9];
const limit = fc.option(fc.integer({ min: FIRST, max: LAST }));
const range = fc.tuple(limit, limit).filter(([since, until]) => since === null || until === null || since < until);

const isIn = (at: number, since: number | null, until: number | null): boolean =>
  (since === null || since <= at) && (until === null || at < until);

it('agrees with a count of every instant', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 6 }), range, (ranges, [since, until]) => {
      const listings = ranges.map(([from, to], number): StoredListing => {
        const at = `2026-11-${String(10 + number)}T00:00:00.000Z`;
        return { location: 1, at, since: from?.toString() ?? null, until: to?.toString() ?? null };
      });
      const instants = Array.from({ length: LAST - FIRST + 3 }, (_, at) => FIRST - 1 + at);
      const needed = instants
        .filter((at) => isIn(at, since, until))
        .map((at) => ranges.findLastIndex(([from, to]) => isIn(at, from, to)));
      const used = needed.filter((number) => number >= 0);
      expect(
        coverageOf(listings, {
          ...(since !== null && { since: BigInt(since) }),
          ...(until !== null && { until: BigInt(until) }),
        }),
      ).toEqual({
        asOf: used.length === 0 ? undefined : listings[Math.min(...used)]!.at,
        isComplete: !needed.includes(-1),
      });
    }),
  );
});
