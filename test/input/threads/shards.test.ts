// Shards: consecutive objects, all of them, of about the wanted size, the same ones for the same list.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Destination } from '../../../src/input/destination/index.ts';
import type { SourceObject } from '../../../src/input/sources/index.ts';
import { cutShards } from '../../../src/input/threads/shards.ts';

const destination = {} as Destination;
const MIB = 1024 * 1024;
/** What opening an object counts as. Bytes. */
const OPENING = 100 * 1024;
const listOf = (sizes: readonly number[]): SourceObject[] =>
  sizes.map((bytes, index) => ({
    destination,
    object: { name: `${index}.log`, key: `${index}.log`, bytes },
    outputOptions: undefined,
  }));

it('covers the list, and cuts only where a shard is full or an object is large', () => {
  const sizes = fc.array(fc.oneof(fc.nat(MIB), fc.nat(2000 * MIB)), { maxLength: 300 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 100 * MIB }), (all, least) => {
      const list = listOf(all);
      const starts = cutShards(list, list, least);
      expect(starts).toEqual(cutShards(list, list, least));
      expect(starts.slice(0, 1)).toEqual(all.length === 0 ? [] : [0]);
      const wanted = Math.max(least, Math.min(3072 * MIB, all.reduce((sum, bytes) => sum + bytes + OPENING, 0) / 128));
      for (const [number, start] of starts.entries()) {
        const shard = all.slice(start, starts[number + 1]).map((bytes) => bytes + OPENING);
        const next = all[starts[number + 1] ?? all.length];
        const bytes = shard.reduce((sum, one) => sum + one, 0);
        expect(shard.length).toBeGreaterThan(0);
        expect(bytes - shard.at(-1)!).toBeLessThan(wanted);
        if (next !== undefined) expect(bytes >= wanted || next + OPENING >= wanted).toBe(true);
      }
    }),
  );
});
