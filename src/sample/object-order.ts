// The random order in which objects are drawn if not all of them are read.
import { lineHash, objectHash } from '../scan/index.ts';

/** The offset whose hash an object is drawn by: different from those of its lines and of its stratum. */
export const OBJECT_PLACE = 2 ** 53 - 2 ** 20;

/** Orders items by a seeded hash of their names: each is equally likely to be among the first n. */
export function inDrawnOrder<Item>(items: readonly Item[], nameOf: (item: Item) => string, seed: number): Item[] {
  const keyed = items.map((item) => {
    const name = nameOf(item);
    return { item, name, order: lineHash(objectHash(name, seed), OBJECT_PLACE) };
  });
  keyed.sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1));
  return keyed.map(({ item }) => item);
}
