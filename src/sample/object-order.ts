// In which order objects are drawn where not all of them are read.
import { lineHash, objectHash } from '../scan/index.ts';

/** Place in an object's hashes that it is drawn by: another one than its lines and its stratum have. */
export const OBJECT_PLACE = 2 ** 53 - 2 ** 20;

/** Items by chance, each as likely as any other to be among the first so many: by a seeded hash of their names. */
export function inDrawnOrder<Item>(items: readonly Item[], nameOf: (item: Item) => string, seed: number): Item[] {
  const keyed = items.map((item) => {
    const name = nameOf(item);
    return { item, name, order: lineHash(objectHash(name, seed), OBJECT_PLACE) };
  });
  keyed.sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1));
  return keyed.map(({ item }) => item);
}
