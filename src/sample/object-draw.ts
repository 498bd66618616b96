// In which order objects are drawn where not all of them are read: each equally likely, or in proportion to stored size. Opens nothing.
import { lineHash, objectHash } from '../scan/index.ts';

/** Place in an object's hashes that it is drawn by: another one than its lines and its stratum have. */
const OBJECT_PLACE = 2 ** 53 - 2 ** 20;
/** Hashes of places are below this. */
const HASHES = 2 ** 32;

/** An object to be drawn. */
interface Ranked<Item> {
  item: Item;
  name: string;
  size: number;
  rank: number;
}

/**
 * An order of objects of which every beginning is a sample with probabilities about proportional to stored size, so that
 * reading on enlarges it: by u / size with u from (0, 1), a seeded hash of the name. Given the rank of the first object that is not
 * read, one that is was drawn with the probability min(1, size × that rank); objects larger than its inverse are always
 * read. E. Ohlsson, Sequential Poisson sampling, J. Official Statistics 14 (1998); N. Duffield, C. Lund, M. Thorup,
 * Priority sampling for estimation of arbitrary subset sums, J. ACM 54 (2007).
 *
 * Why by size: lines per stored byte vary little and stored sizes are known from the listing, so each object read represents
 * about as many lines, and an incident that makes its objects larger is found the sooner. Drawn with equal
 * probability, 60 of 600 objects gave 28 % of 95 % intervals that missed an incident in 12 objects with 4 times the lines;
 * allowing there for the largest unread objects cured that, but made intervals up to five times as wide.
 */
export class ObjectDraw<Item> {
  readonly #ranked: readonly Ranked<Item>[];
  /** Places in `#ranked`, smallest object first. */
  readonly #bySize: readonly number[];
  readonly #sizeInAll: number;

  /**
   * @param sizeOf stored bytes; an object of unknown size counts as one of mean size
   * @param seed 32 bits
   */
  constructor(
    items: readonly Item[],
    { nameOf, sizeOf }: { nameOf: (item: Item) => string; sizeOf: (item: Item) => number | undefined },
    seed: number,
  ) {
    const known = items.map(sizeOf).filter((size) => size !== undefined);
    const mean = known.length === 0 ? 1 : known.reduce((sum, size) => sum + size, 0) / known.length;
    const ranked = items.map((item) => {
      const name = nameOf(item);
      // An empty object can be drawn too: nothing is exact before all were opened.
      const size = Math.max(1, sizeOf(item) ?? mean);
      const chance = (lineHash(objectHash(name, seed), OBJECT_PLACE) + 0.5) / HASHES;
      return { item, name, size, rank: chance / size };
    });
    this.#ranked = ranked.sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
    this.#bySize = ranked.map((_, index) => index).sort((a, b) => ranked[a]!.size - ranked[b]!.size);
    this.#sizeInAll = ranked.reduce((sum, { size }) => sum + size, 0);
  }

  /** Objects in all. */
  get length(): number {
    return this.#ranked.length;
  }

  /** Objects in the order in which they are read. */
  slice(from: number, to: number): Item[] {
    return this.#ranked.slice(from, to).map(({ item }) => item);
  }

  /** The first `read` objects, with the probability with which each was drawn and its part of the size of all, both from 0 to 1. */
  drawn(read: number): { item: Item; chance: number; part: number }[] {
    const rank = this.#rankAt(read);
    return this.#ranked.slice(0, read).map(({ item, size }) => ({
      item,
      chance: Math.min(1, size * rank),
      part: size / this.#sizeInAll,
    }));
  }

  /**
   * The largest part of the size of all, from 0 to 1, that objects can hold of a kind none of which is among the first `read`,
   * unless that had a probability below `beyond`: the "rule of three" (J. A. Hanley, A. Lippman-Hand, If nothing goes wrong, is
   * everything all right?, JAMA 249 (1983)) for objects drawn with unequal probabilities. Missing all of a kind has the
   * probability Π (1 − chance), so the kind that holds most is one of the smallest objects. Of 60 out of very many: 6 %.
   */
  unseen(read: number, beyond: number): number {
    if (read >= this.length) return 0;
    const rank = this.#rankAt(read);
    let toSpend = -Math.log(beyond);
    let size = 0;
    for (const index of this.#bySize) {
      if (index < read) continue;
      const one = this.#ranked[index]!.size;
      const cost = -Math.log1p(-Math.min(1, one * rank));
      // A part of the last one, so that the bound holds whatever the sizes.
      if (cost >= toSpend) return (size + one * (toSpend / cost)) / this.#sizeInAll;
      toSpend -= cost;
      size += one;
    }
    return size / this.#sizeInAll;
  }

  #rankAt(read: number): number {
    return this.#ranked[read]?.rank ?? Number.POSITIVE_INFINITY;
  }
}

/** Sorts items by a seeded hash of their names: each is equally likely to be among the first ones. */
export function inDrawnOrder<Item>(items: readonly Item[], nameOf: (item: Item) => string, seed: number): Item[] {
  const keyed = items.map((item) => {
    const name = nameOf(item);
    return { item, name, order: lineHash(objectHash(name, seed), OBJECT_PLACE) };
  });
  keyed.sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1));
  return keyed.map(({ item }) => item);
}
