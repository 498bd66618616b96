// A bounded set of the smallest items seen: the same set whatever the order they came in, so it merges.

/** Keeps the `limit` smallest items by `compare`; which ones does not depend on their order of arrival. */
export class Smallest<Item> {
  readonly #limit: number;
  readonly #compare: (a: Item, b: Item) => number;
  /** A heap: no item is smaller than its children, those of `i` are at `2i + 1` and `2i + 2`. */
  readonly #heap: Item[] = [];

  /** @param compare a total order; items that compare equal are interchangeable */
  constructor(limit: number, compare: (a: Item, b: Item) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** Whether an item is kept only if it is smaller than {@link largest}. */
  get isFull(): boolean {
    return this.#heap.length >= this.#limit;
  }

  /** The largest kept item; undefined when there is none. */
  get largest(): Item | undefined {
    return this.#heap[0];
  }

  /** Whether an item would be kept if it were added now: ask before building a costly one. */
  wants(item: Item): boolean {
    if (!this.isFull) return true;
    const { largest } = this;
    return largest !== undefined && this.#compare(item, largest) < 0;
  }

  /** Adds an item, dropping the largest where there are too many. */
  add(item: Item): void {
    if (!this.wants(item)) return;
    if (this.isFull) this.#sinkFromTop(item);
    else this.#riseFromEnd(item);
  }

  /** The kept items, smallest first. */
  toArray(): Item[] {
    return this.#heap.toSorted(this.#compare);
  }

  #riseFromEnd(item: Item): void {
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (this.#compare(item, heap[parent]!) <= 0) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = item;
  }

  /** Puts an item in the place of the largest. */
  #sinkFromTop(item: Item): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.#compare(heap[child + 1]!, heap[child]!) > 0) child += 1;
      if (this.#compare(item, heap[child]!) >= 0) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = item;
  }
}
