// The digits that distinguish the objects --emit writes of different sources: part of the SHA-256 of a source's name, and where
// those of two are equal, others for the later one. Settled for all sources before anything is written, whatever their order.
import { createHash } from 'node:crypto';

/** As in the names the platform gives. reference/logpush.md, section 2. */
const HASH_DIGITS = 8;

/** The digits of a source, unless another has the same. @param source its name, the same however the source was spelled */
export function sourceHash(source: string): string {
  return printDigits(hashOf(source));
}

/**
 * Finds the sources that cannot have their own digits. Of those with equal digits the first by name keeps them.
 * Memory: 8 bytes for each source, names only of those whose digits are equal.
 * @param count of sources
 * @param nameOf the name of a source by its index, asked for up to twice; equal names are sources of different places
 * @param hash of a name, 32 bits
 * @returns by index, the digits of the others
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
  const concerned: { index: number; name: string }[] = [];
  for (const [index, own] of hashes.entries()) if (repeated.has(own)) concerned.push({ index, name: nameOf(index) });
  concerned.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.index - b.index));
  const kept = new Set<number>();
  const given = new Set<number>();
  for (const { index, name } of concerned) {
    const own = hashes[index]!;
    if (!kept.has(own)) {
      kept.add(own);
      continue;
    }
    let other = own;
    for (let attempt = 2; holds(sorted, other) || given.has(other); attempt += 1) other = hash(`${name}\n${attempt}`);
    given.add(other);
    others.set(index, printDigits(other));
  }
  return others;
}

function hashOf(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32BE(0);
}

function printDigits(hash: number): string {
  return hash.toString(16).padStart(HASH_DIGITS, '0');
}

function holds(sorted: Uint32Array, value: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value;
}
