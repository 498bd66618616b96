// Objects drawn by their stored bytes: drawn as often as their probabilities state, and the bound for objects unlike all drawn ones.
import { describe, expect, it } from 'vitest';
import { MISS, ObjectDraw } from '../../../src/analysis/sample/index.ts';

interface Sized {
  name: string;
  size: number | undefined;
}

const of = { nameOf: ({ name }: Sized) => name, sizeOf: ({ size }: Sized) => size };
const sized = (sizes: readonly (number | undefined)[]): Sized[] =>
  sizes.map((size, index) => ({ name: `${index}.log.gz`, size }));
const alike = (count: number): Sized[] => sized(Array.from({ length: count }, () => 500));

it('reading on enlarges a sample; the order of the listing does not matter', () => {
  const items = sized([5, 90, 1, 7, 33, 12]);
  const draw = new ObjectDraw(items, of, 3);
  expect([...draw.slice(0, 2), ...draw.slice(2, 6)].toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(items);
  expect(new ObjectDraw(items.toReversed(), of, 3).slice(0, 6)).toEqual(draw.slice(0, 6));
  expect(new ObjectDraw(items, of, 4).slice(0, 6)).not.toEqual(draw.slice(0, 6));
});

it('counting each drawn object 1 / chance times gives the size of all, in the mean', () => {
  const items = sized(Array.from({ length: 50 }, (_, index) => 1 + index ** 2));
  const sums = Array.from({ length: 1000 }, (_, seed) =>
    new ObjectDraw(items, of, seed).drawn(10).reduce((sum, { part, chance }) => sum + part / chance, 0),
  );
  expect(sums.reduce((sum, one) => sum + one, 0) / sums.length).toBeCloseTo(1, 1);
});

it('an object that holds a large part is always read, and represents itself', () => {
  const items = sized([...Array.from({ length: 300 }, () => 1), 300]);
  for (let seed = 0; seed < 20; seed += 1) {
    const large = new ObjectDraw(items, of, seed).drawn(10).find(({ item }) => item.size === 300);
    expect(large).toMatchObject({ chance: 1, part: 0.5 });
  }
});

it('all read: each for certain', () => {
  const drawn = new ObjectDraw(sized([1, 0, 1000]), of, 1).drawn(3);
  expect(drawn.map(({ chance }) => chance)).toEqual([1, 1, 1]);
});

it.each<[string, (number | undefined)[], number]>([
  ['one unknown', [100, undefined, 300], 1 / 3],
  ['all unknown', [undefined, undefined], 1 / 2],
])('an object of unknown size counts as one of mean size: %s', (_, sizes, part) => {
  const drawn = new ObjectDraw(sized(sizes), of, 1).drawn(sizes.length);
  expect(drawn.find(({ item }) => item.size === undefined)!.part).toBeCloseTo(part, 12);
});

describe('what may be unlike all that were read', () => {
  // 60 of very many: 1 − 0.025^(1/60) = 5.96 %; 20 of 60: 8 objects. The rank of the next object is by chance, so in the mean.
  it.each([
    [60, 60, 0, 0],
    [20, 60, 8 / 60, 0.02],
    [60, 3000, 0.059, 0.006],
    [0, 60, 1, 0],
  ])('%i of %i read: a part of %d', (read, count, part, within) => {
    const seeds = Array.from({ length: 20 }, (_, seed) => seed);
    const sum = seeds.reduce((total, seed) => total + new ObjectDraw(alike(count), of, seed).unseen(read, MISS / 2), 0);
    expect(Math.abs(sum / seeds.length - part)).toBeLessThanOrEqual(within);
  });

  it.each([0.05, 0.2])('hardly ever is a kind larger than that missed: one in %d of the size', (part) => {
    const items = sized(Array.from({ length: 300 }, (_, index) => 1 + (index % 20) ** 2));
    const inAll = items.reduce((sum, { size }) => sum + size!, 0);
    // Of small objects and of large ones.
    for (const bySize of [1, -1]) {
      let size = 0;
      const kind = new Set(
        items
          .toSorted((a, b) => bySize * (a.size! - b.size!))
          .filter((one) => {
            size += one.size!;
            return size <= part * inAll;
          }),
      );
      const held = [...kind].reduce((sum, one) => sum + one.size!, 0) / inAll;
      let missed = 0;
      for (let seed = 0; seed < 200; seed += 1) {
        const draw = new ObjectDraw(items, of, seed);
        if (draw.slice(0, 20).every((one) => !kind.has(one)) && held > draw.unseen(20, MISS / 2)) missed += 1;
      }
      expect(missed / 200).toBeLessThanOrEqual(MISS / 2);
    }
  });
});
