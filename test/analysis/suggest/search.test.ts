// The search against every set of terms: exact up to three terms, near beyond, and the same whatever the order of the atoms.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXACT_TERMS, type Instance, TermSearch } from '../../../src/analysis/suggest/index.ts';
import { bestSet, randomInstance } from '../../helpers/suggest/search-instances.ts';

describe('a search', () => {
  it.each(Array.from({ length: 120 }, (_, seed) => seed))('instance %i: is exact up to three terms', async (seed) => {
    const instance = randomInstance(seed, {
      terms: 6 + (seed % 9),
      atoms: 20 + seed,
      periods: 1 + (seed % 3),
      share: 0.3 + (seed % 4) / 10,
    });
    const [found, best] = [await new TermSearch(instance).run(EXACT_TERMS), bestSet(instance, EXACT_TERMS)];
    expect({ reached: found?.reached, cost: found?.cost }).toEqual({ reached: best?.reached, cost: best?.cost });
    if (found?.reached === 1) expect(found.isProved).toBe(true);
  });

  it('finds five terms whose lines are apart', async () => {
    const sets = Array.from({ length: 6 }, (_, atom) => 1 << atom);
    const instance = ofSixAtoms(sets, { bytes: 10, need: 50 });
    const found = await new TermSearch(instance).run();
    expect(found).toMatchObject({ reached: 1, worth: 5, isProved: false });
    expect(found?.terms).toHaveLength(5);
  });

  it.each([
    // Of three that drop everything, one is left out.
    [[0b000011, 0b001100, 0b110000], 2, 20 / 28],
    // A fourth term drops a part of what one of them drops: one line remains.
    [[0b000011, 0b001100, 0b110000, 0b010000], 3, 25 / 28],
  ])('leaves a line: %j', async (sets, terms, reached) => {
    const instance = { ...ofSixAtoms(sets, { bytes: 5, need: 28 }), allBytes: 30 };
    const found = await new TermSearch(instance).run();
    expect(found?.terms).toHaveLength(terms);
    expect(found?.reached).toBeCloseTo(reached);
    expect((await new TermSearch({ ...instance, allBytes: 31 }).run())?.reached).toBe(1);
  });

  it('takes only sets within the limits', async () => {
    const instance = randomInstance(7, { terms: 10, atoms: 60, periods: 1, share: 0.6 });
    const found = await new TermSearch({ ...instance, fits: (terms) => !terms.includes(0) && terms.length < 3 }).run();
    expect(found?.terms.includes(0)).toBe(false);
    expect(found!.terms.length).toBeLessThan(3);
  });

  it('ends with what it has when it is asked to', async () => {
    const instance = randomInstance(11, { terms: 14, atoms: 200, periods: 2, share: 0.95 });
    const found = await new TermSearch(instance, async () => true).run();
    expect(found).toMatchObject({ isProved: false });
  });

  it('does not depend on the order of the atoms', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1000), fc.nat(1000), async (seed, order) => {
        const instance = randomInstance(seed, { terms: 9, atoms: 40, periods: 2, share: 0.5 });
        const permuted = permute(instance, order);
        expect(await new TermSearch(permuted).run()).toEqual(await new TermSearch(instance).run());
      }),
      { numRuns: 40 },
    );
  });
});

/** An instance over six atoms of one worth. @param sets bits of the atoms of each term @param bytes of an atom */
function ofSixAtoms(sets: readonly number[], { bytes, need }: { bytes: number; need: number }): Instance {
  const [period, worth] = [new Uint8Array(6), new Float64Array(6).fill(1)];
  return {
    ...{ atoms: { periods: 1, period, bytes: new Float64Array(6).fill(bytes), worth }, termCost: 0, excessCost: 0 },
    ...{ terms: sets.map((set) => Uint32Array.of(set)), need: Float64Array.of(need) },
    ...{ fits: () => true, allBytes: Number.POSITIVE_INFINITY },
  };
}

function permute({ atoms, terms, ...rest }: Instance, seed: number): Instance {
  const count = atoms.bytes.length;
  const order = [...Array(count).keys()].sort(
    (a, b) => ((a * 7919 + seed) % 1009) - ((b * 7919 + seed) % 1009) || a - b,
  );
  return {
    ...rest,
    atoms: {
      periods: atoms.periods,
      period: Uint8Array.from(order, (atom) => atoms.period[atom]!),
      bytes: Float64Array.from(order, (atom) => atoms.bytes[atom]!),
      worth: Float64Array.from(order, (atom) => atoms.worth[atom]!),
    },
    terms: terms.map((set) => {
      const next = new Uint32Array(set.length);
      for (const [index, atom] of order.entries())
        if ((set[atom >>> 5]! & (1 << (atom & 31))) !== 0) next[index >>> 5]! |= 1 << (index & 31);
      return next;
    }),
  };
}
