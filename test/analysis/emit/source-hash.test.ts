// The hashes in the names of --emit: those of the source's name, and others for sources with equal hashes, in any order.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveHashCollisions, sourceHash } from '../../../src/analysis/emit/source-hash.ts';
import { randomRuns } from '../../helpers/random-runs.ts';

/** Two names with the same hash, found among 200,000. */
const EQUAL = ['s3://bucket/logs/19666.log', 's3://bucket/logs/58423.log'] as const;

function hashesOf(names: readonly string[], hash?: (name: string) => number): string[] {
  const others = resolveHashCollisions(names.length, (index) => names[index]!, hash);
  const own = hash === undefined ? sourceHash : (name: string) => hash(name).toString(16).padStart(8, '0');
  return names.map((name, index) => others.get(index) ?? own(name));
}

describe('hashes', () => {
  it('are the first eight digits of the SHA-256', () => {
    expect(sourceHash('a')).toBe('ca978112');
    expect(hashesOf(['a', 'b'])).toEqual([sourceHash('a'), sourceHash('b')]);
  });

  it('of two names that collide: the first by name keeps its hash', () => {
    const [first, second] = EQUAL;
    expect(sourceHash(first)).toBe(sourceHash(second));
    const unique = hashesOf(EQUAL);
    expect(unique[0]).toBe(sourceHash(first));
    expect(unique[1]).toMatch(/^[0-9a-f]{8}$/);
    expect(unique[1]).not.toBe(unique[0]);
    expect(hashesOf([second, 'other', first])).toEqual([unique[1], sourceHash('other'), unique[0]]);
  });

  it('of one name in several places differ', () => {
    expect(new Set(hashesOf(['s3://b/k', 's3://b/k', 's3://b/k'])).size).toBe(3);
  });

  it('are all different and do not depend on the order, even among few possible hashes', () => {
    // 64 hashes for up to 40 names.
    const hash = (name: string): number => Number.parseInt(sourceHash(name), 16) % 64;
    const names = fc.uniqueArray(fc.string({ maxLength: 4 }), { maxLength: 40 });
    fc.assert(
      fc.property(names, fc.infiniteStream(fc.nat()), (all, random) => {
        const unique = new Map(all.map((name, index) => [name, hashesOf(all, hash)[index]]));
        expect(new Set(unique.values()).size).toBe(all.length);
        const shuffled = all.map((name) => ({ name, at: random.next().value! })).sort((a, b) => a.at - b.at);
        const again = shuffled.map(({ name }) => name);
        expect(hashesOf(again, hash)).toEqual(again.map((name) => unique.get(name)));
      }),
      { numRuns: randomRuns(200) },
    );
  });
});
