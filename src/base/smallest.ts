// A bounded set of the smallest items seen: the same set whatever the order they came in, so it merges.

/** Keeps the `limit` smallest items by `compare`; which ones does not depend on their order of arrival. */
export class Smallest<Item> {
  readonly #limit: number;
  readonly #compare: (a: Item, b: Item) => number;
  #items: Item[] = [];

  /** @param compare a total order; items that compare equal are interchangeable */
  constructor(limit: number, compare: (a: Item, b: Item) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** Whether an item would be kept if it were added now: ask before building a costly one. */
  wants(item: Item): boolean {
    if (this.#items.length < this.#limit) return true;
    const largest = this.#items.at(-1);
    return largest !== undefined && this.#compare(item, largest) < 0;
  }

  /** Adds an item, dropping the largest where there are too many. */
  add(item: Item): void {
    if (!this.wants(item)) return;
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(item, this.#items[middle]!) < 0) high = middle;
      else low = middle + 1;
    }
    this.#items.splice(low, 0, item);
    if (this.#items.length > this.#limit) this.#items.pop();
  }

  /** The kept items, smallest first. */
  toArray(): readonly Item[] {
    return this.#items;
  }
}
