// Draws add up in any order, are even over strata, uniform within them, and another seed draws other lines.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DrawnLine, LineDraw } from '../../../src/analysis/sample/index.ts';
import { lineHash, objectHash } from '../../../src/input/scan/index.ts';

interface Place {
  object: string;
  offset: number;
  stratum: string;
}

function offer(draw: LineDraw, { object, offset, stratum }: Place, seed: number): void {
  draw.offer(
    { object, offset, stratum, hash: lineHash(objectHash(object, seed), offset) },
    () => `${object}:${offset}\n`,
  );
}

function drawn(places: readonly Place[], wanted: number, seed: number): DrawnLine[] {
  const draw = new LineDraw(wanted, seed);
  for (const place of places) offer(draw, place, seed);
  return draw.toLines();
}

const PLACES = fc.uniqueArray(
  fc.record({
    object: fc.constantFrom('a', 'b', 'c', 'd'),
    offset: fc.nat(400),
    stratum: fc.constantFrom('1', '2', '3', '4', '5'),
  }),
  { selector: ({ object, offset }) => `${object}:${offset}`, maxLength: 200 },
);

describe('a draw', () => {
  it('is the same in any order and in any number of parts', () => {
    fc.assert(
      fc.property(
        PLACES,
        fc.integer({ min: 1, max: 30 }),
        fc.nat(),
        fc.array(fc.nat(3), { minLength: 200, maxLength: 200 }),
        (places, wanted, seed, parts) => {
          const whole = drawn(places, wanted, seed);
          expect(drawn(places.toReversed(), wanted, seed)).toEqual(whole);
          const sum = new LineDraw(wanted, seed);
          for (const part of [3, 1, 0, 2]) {
            const one = new LineDraw(wanted, seed);
            for (const [index, place] of places.entries()) if (parts[index] === part) offer(one, place, seed);
            sum.merge(one.toCandidates());
          }
          expect(sum.toLines()).toEqual(whole);
        },
      ),
    );
  });

  it('draws as many lines as requested, equally many of each stratum, with the smallest hashes', () => {
    fc.assert(
      fc.property(PLACES, fc.integer({ min: 1, max: 30 }), fc.nat(), (places, wanted, seed) => {
        const lines = drawn(places, wanted, seed);
        expect(lines).toHaveLength(Math.min(wanted, places.length));
        const hashOf = ({ object, offset }: { object: string; offset: number }) =>
          lineHash(objectHash(object, seed), offset);
        const chosen = new Set(lines.map(({ line }) => line));
        const counts = [...Map.groupBy(places, ({ stratum }) => stratum).values()].map((all) => {
          const inOrder = all.toSorted((a, b) => hashOf(a) - hashOf(b));
          const given = inOrder.filter(({ object, offset }) => chosen.has(`${object}:${offset}\n`));
          expect(given).toEqual(inOrder.slice(0, given.length));
          return { given: given.length, held: all.length };
        });
        const most = Math.max(0, ...counts.map(({ given }) => given));
        for (const { given, held } of counts) expect(given).toBeGreaterThanOrEqual(Math.min(held, most - 1));
      }),
    );
  });

  it('holds only a few times the requested lines, however many strata there are', () => {
    const draw = new LineDraw(10, 1);
    for (let index = 0; index < 5000; index += 1)
      offer(draw, { object: `o${index % 700}`, offset: index, stratum: `o${index % 700}` }, 1);
    expect(draw.toCandidates().length).toBeLessThanOrEqual(20);
    expect(new Set(draw.toLines().map(({ object }) => object)).size).toBe(10);
  });
});

it('gives up each line once that it took and does not hold', () => {
  fc.assert(
    fc.property(PLACES, fc.integer({ min: 1, max: 30 }), fc.nat(), (places, wanted, seed) => {
      const held = new Set<string>();
      const draw = new LineDraw<string>(wanted, seed, (line) => expect(held.delete(line)).toBe(true));
      for (const { object, offset, stratum } of places) {
        draw.offer({ object, offset, stratum, hash: lineHash(objectHash(object, seed), offset) }, () => {
          held.add(`${object}:${offset}`);
          return `${object}:${offset}`;
        });
      }
      expect(new Set(draw.toCandidates().map(({ line }) => line))).toEqual(held);
    }),
  );
});

describe('every line is as likely as any other', () => {
  const OBJECTS = 12;
  const LINES = 50;
  const SEEDS = 600;
  const WANTED = 40;
  /** Offsets as lines have them. */
  const places = Array.from({ length: OBJECTS * LINES }, (_, index) => ({
    object: `20261101/${index % OBJECTS}.log.gz`,
    offset: Math.floor(index / OBJECTS) * 1307,
    stratum: '',
  }));
  const counts = new Map<string, number>();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    for (const { object, offset } of drawn(places, WANTED, seed)) {
      for (const key of [object, `offset ${offset}`, `${object}:${offset}`])
        counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const drawnInAll = SEEDS * WANTED;

  // Drawing without replacement makes counts vary less than chi-square has it, by the factor 1 − WANTED/(OBJECTS · LINES). The limits are the
  // 0.1 and 99.9 % points of the distribution with that many degrees of freedom (Wilson and Hilferty), scaled by it.
  it.each<[string, string[]]>([
    ['by object', Array.from({ length: OBJECTS }, (_, index) => `20261101/${index}.log.gz`)],
    ['by offset', Array.from({ length: LINES }, (_, index) => `offset ${index * 1307}`)],
    ['by line', places.map(({ object, offset }) => `${object}:${offset}`)],
  ])('%s', (_, keys) => {
    const expected = drawnInAll / keys.length;
    const chiSquare = keys.reduce((sum, key) => sum + ((counts.get(key) ?? 0) - expected) ** 2 / expected, 0);
    const degrees = keys.length - 1;
    const limit = (z: number): number => degrees * (1 - 2 / (9 * degrees) + z * Math.sqrt(2 / (9 * degrees))) ** 3;
    const scale = 1 - WANTED / places.length;
    expect(chiSquare / scale).toBeGreaterThan(limit(-3.09));
    expect(chiSquare / scale).toBeLessThan(limit(3.09));
  });
});
