// Computes the hash in the name of each object that --emit writes: the first digits of the SHA-256 of the source's name. If two
// sources have equal hashes, the later one by name gets another. Resolved before any object is written, in any order of sources.
import { createHash } from 'node:crypto';

/** As many as the platform uses: docs/platform.md, "Object names". */
const HASH_DIGITS = 8;

/** Returns the hash of a source, unless another source has the same. @param source its canonical name */
export function sourceHash(source: string): string {
  return printHash(hashOf(source));
}

/**
 * Finds the sources that need another hash. Among sources with equal hashes, the first by name keeps its hash.
 * Memory: 8 bytes for each source, and the names of sources with equal hashes.
 * @param count of sources
 * @param nameOf returns the name of a source by its index, called up to twice; equal names are sources in different places
 * @param hash of a name, 32 bits
 * @returns by index, the new hashes
 */
export function resolveHashCollisions(
  count: number,
  nameOf: (index: number) => string,
  hash: (name: string) => number = hashOf,
): Map<number, string> {
  const hashes = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) hashes[index] = hash(nameOf(index));
  const sorted = hashes.toSorted();
  const repeated = new Set<number>();
  for (let index = 1; index < count; index += 1) {
    if (sorted[index] === sorted[index - 1]) repeated.add(sorted[index]!);
  }
  const others = new Map<number, string>();
  if (repeated.size === 0) return others;
  const colliding: { index: number; name: string }[] = [];
  for (const [index, own] of hashes.entries()) if (repeated.has(own)) colliding.push({ index, name: nameOf(index) });
  colliding.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.index - b.index));
  const kept = new Set<number>();
  const given = new Set<number>();
  for (const { index, name } of colliding) {
    const own = hashes[index]!;
    if (!kept.has(own)) {
      kept.add(own);
      continue;
    }
    let other = own;
    for (let attempt = 2; contains(sorted, other) || given.has(other); attempt += 1)
      other = hash(`${name}\n${attempt}`);
    given.add(other);
    others.set(index, printHash(other));
  }
  return others;
}

function hashOf(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE(0);
}

function printHash(hash: number): string {
  return hash.toString(16).padStart(HASH_DIGITS, '0');
}

function contains(sorted: Uint32Array, value: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value;
}
