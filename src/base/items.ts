// A list that may create its items on access, so that a million of them need not be in memory as objects.

/** Ordered items; an array implements it. Two calls may return equal items that are not identical. */
export interface Items<Item> extends Iterable<Item> {
  readonly length: number;
  /** Undefined past the end. */
  at(index: number): Item | undefined;
}

/** Converts each item on access. @param items whose number does not change any more */
export function mapItems<Item, Result>(items: Items<Item>, convert: (item: Item) => Result): Items<Result> {
  return {
    length: items.length,
    at: (index) => {
      const item = items.at(index);
      return item === undefined ? undefined : convert(item);
    },
    *[Symbol.iterator]() {
      for (const item of items) yield convert(item);
    },
  };
}
