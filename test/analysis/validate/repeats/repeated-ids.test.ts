// Repeated events: exact below the bound, for any order and any threads; above it, a uniform sample of the IDs.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IdHash } from '../../../../src/analysis/validate/repeats/id-hash.ts';
import { repeatFindings } from '../../../../src/analysis/validate/repeats/repeat-findings.ts';
import { memoryOfIds, RepeatedIds } from '../../../../src/analysis/validate/repeats/repeated-ids.ts';
import { mix32 } from '../../../../src/base/index.ts';
import { HALVES_STRIDE, OFFSETS_STRIDE } from '../../../../src/input/kernel/index.ts';
import { randomRuns } from '../../../helpers/random-runs.ts';

interface Seen {
  id: string;
  object: string;
  offset: number;
}

function follow(seen: readonly Seen[], maxEntries?: number): RepeatedIds {
  const ids = new RepeatedIds(maxEntries);
  const hash = new IdHash();
  for (const { id, object, offset } of seen) {
    const bytes = Buffer.from(id);
    hash.read(bytes, 0, bytes.length);
    ids.add(hash.low, hash.high, ids.objectNumber(object), offset);
  }
  return ids;
}

/** The same by the way of a kernel: all ids of an object at once, at their distance in its memory. */
function handOver(seen: readonly Seen[], maxEntries?: number): RepeatedIds {
  const ids = new RepeatedIds(maxEntries);
  const hash = new IdHash();
  for (const [object, lines] of Map.groupBy(seen, (one) => one.object)) {
    const halves = new Uint32Array(lines.length * HALVES_STRIDE);
    const offsets = new Float64Array(lines.length * OFFSETS_STRIDE);
    for (const [index, { id, offset }] of lines.entries()) {
      const bytes = Buffer.from(id);
      hash.read(bytes, 0, bytes.length);
      halves.set([hash.low, hash.high], index * HALVES_STRIDE);
      offsets[index * OFFSETS_STRIDE] = offset;
    }
    ids.addScanned({ count: lines.length, halves, offsets }, ids.objectNumber(object));
  }
  return ids;
}

/** Counted with maps and sets, one line at a time. */
function naive(seen: readonly Seen[]): { within: number; between: number; places: Record<string, string[]> } {
  const byId = Map.groupBy(seen, ({ id }) => id);
  let [within, between] = [0, 0];
  const places: Record<string, string[]> = { within: [], between: [] };
  for (const all of byId.values()) {
    const byObject = [...Map.groupBy(all, ({ object }) => object)].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [index, [object, lines]] of byObject.entries()) {
      const offsets = lines.map(({ offset }) => offset).sort((a, b) => a - b);
      within += offsets.length - 1;
      if (offsets.length > 1) places.within!.push(`${object}@${offsets[1]}`);
      if (index > 0) places.between!.push(`${object}@${offsets[0]}`);
    }
    between += byObject.length - 1;
  }
  return { within, between, places: { within: places.within!.sort(), between: places.between!.sort() } };
}

function found(ids: RepeatedIds): ReturnType<typeof naive> {
  const { counts } = repeatFindings(ids.toEntries(), 'RayID');
  const of = (code: string) => counts.find((one) => one.code === code);
  const placesOf = (code: string) => (of(code)?.places ?? []).map(({ object, offset }) => `${object}@${offset}`).sort();
  return {
    within: of('repeated-in-object')?.count ?? 0,
    between: of('repeated-between-objects')?.count ?? 0,
    places: { within: placesOf('repeated-in-object'), between: placesOf('repeated-between-objects') },
  };
}

/** Few ids in few objects, so that they meet; each place once. */
const seenLines = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 0, max: 9 }).map(String),
    object: fc.constantFrom('a', 'b', 'c', ...Array.from({ length: 20 }, (_, index) => `object-${index}`)),
    offset: fc.nat(60),
  }),
  { selector: ({ object, offset }) => `${object}@${offset}`, maxLength: 18 },
);

it('agrees with counting one by one, in any order', () => {
  fc.assert(
    fc.property(seenLines, fc.nat(), (seen, turn) => {
      const turned = [...seen.slice(turn % (seen.length + 1)), ...seen.slice(0, turn % (seen.length + 1))];
      expect(found(follow(turned.toReversed()))).toEqual(naive(seen));
    }),
  );
});

it('is the same however lines are shared out among threads, below the bound and above it', () => {
  fc.assert(
    fc.property(
      seenLines,
      fc.array(fc.nat(2), { minLength: 18, maxLength: 18 }),
      fc.integer({ min: 2, max: 40 }),
      (seen, thread, bound) => {
        const parts = [0, 1, 2].map((number) => seen.filter((_, index) => thread[index] === number));
        const merged = new RepeatedIds(bound);
        for (const part of parts) merged.merge(follow(part, bound).toEntries());
        const [one, many] = [follow(seen, bound), merged].map((ids) => repeatFindings(ids.toEntries(), 'RayID'));
        expect(many).toEqual(one);
      },
    ),
  );
});

it('is the same however kernels hand ids over, and whatever thread they come from', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.constantFrom(5, 100, 1000, undefined),
      fc.integer({ min: 1, max: 2000 }),
      fc.integer({ min: 1, max: 30 }),
      (seed, bound, ids, objects) => {
        const seen = Array.from({ length: 2500 }, (_, offset) => ({
          id: `ray-${mix32(seed + offset) % ids}`,
          object: `object-${mix32(seed - offset) % objects}`,
          offset,
        }));
        const parts = [0, 1, 2].map((part) => seen.filter(({ offset }) => mix32(offset ^ seed) % 3 === part));
        const [first, ...others] = parts.map((part) => handOver(part.toReversed(), bound));
        for (const other of others) {
          const entries = other.toEntries();
          first!.merge(structuredClone(entries, { transfer: memoryOfIds(entries) }));
        }
        const [one, many] = [follow(seen, bound), first!].map((all) => repeatFindings(all.toEntries(), 'RayID'));
        expect(many).toEqual(one);
      },
    ),
    { numRuns: randomRuns(20) },
  );
});

it('no ids at all can be given to another thread', () => {
  const entries = new RepeatedIds().toEntries();
  const ids = new RepeatedIds();
  ids.merge(structuredClone(entries, { transfer: memoryOfIds(entries) }));
  expect(found(ids)).toMatchObject({ within: 0, between: 0 });
});

it('one id in many objects is found as fast as others, and every time', () => {
  const seen = Array.from({ length: 20_000 }, (_, index) => ({ id: '00', object: `object-${index}`, offset: 0 }));
  expect(found(follow([...seen, ...seen.map((one) => ({ ...one, offset: 7 }))]))).toMatchObject({
    within: 20_000,
    between: 19_999,
  });
});

it('above the bound the number is an estimate, and as near as its error says', () => {
  const ids = Array.from({ length: 40_000 }, (_, index) => `ray-${index}`);
  // Every tenth ID occurs twice.
  const seen = ids.flatMap((id, index) => [
    { id, object: 'a', offset: index },
    ...(index % 10 === 0 ? [{ id, object: 'b', offset: index }] : []),
  ]);
  const { counts, search } = repeatFindings(follow(seen, 4096).toEntries(), 'RayID');
  expect(search).toMatchObject({ oneIn: 16 });
  expect(search.followed).toBeLessThanOrEqual(4096);
  expect(Math.abs(counts[0]!.count / 4000 - 1)).toBeLessThan(4 * search.error);
});

it('ids that are found many times make the error larger: it is of ids, not of lines', () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => `ray-${index}`);
  // Two IDs of 20,000 occur 5,000 times each.
  const seen = ids.flatMap((id, index) =>
    Array.from({ length: index < 2 ? 5000 : 1 }, (_, line) => ({ id, object: 'a', offset: index * 5000 + line })),
  );
  const found = [512, 1024, 2048, 4096, 8192].map((bound) => repeatFindings(follow(seen, bound).toEntries(), 'RayID'));
  for (const { counts, search } of found) {
    const told = counts[0]?.count ?? 0;
    // One of two is as wrong as all or nothing.
    expect([0, Math.SQRT1_2, 1]).toContainEqual(expect.closeTo(search.error, 9));
    if (told > 0) expect(Math.abs(told - 9998) / told).toBeLessThan(2 * search.error);
  }
  expect(found.some(({ counts }) => counts.length > 0)).toBe(true);
});

it('hashes of 300,000 ids do not fall together', () => {
  const hash = new IdHash();
  const seen = new Set<string>();
  for (let index = 0; index < 300_000; index += 1) {
    const bytes = Buffer.from(index.toString(16).padStart(16, '0'));
    hash.read(bytes, 0, bytes.length);
    seen.add(`${hash.low} ${hash.high}`);
  }
  expect(seen.size).toBe(300_000);
});
