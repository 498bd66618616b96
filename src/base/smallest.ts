// A bounded set of the smallest items added. The result does not depend on their order, so partial sets merge.

/** Keeps the `limit` smallest items by `compare`, whatever the order in which they are added. */
export class Smallest<Item> {
  readonly #limit: number;
  readonly #compare: (a: Item, b: Item) => number;
  /** A max-heap: no item is smaller than its children; the children of `i` are at `2i + 1` and `2i + 2`. */
  readonly #heap: Item[] = [];

  /** @param compare a total order; items that compare equal are interchangeable */
  constructor(limit: number, compare: (a: Item, b: Item) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** Whether the set keeps a further item only if it is smaller than {@link largest}. */
  get isFull(): boolean {
    return this.#heap.length >= this.#limit;
  }

  /** The largest kept item; undefined when there is none. */
  get largest(): Item | undefined {
    return this.#heap[0];
  }

  /** Whether {@link add} would keep an item. Check before you build a costly one. */
  wants(item: Item): boolean {
    if (!this.isFull) return true;
    const { largest } = this;
    return largest !== undefined && this.#compare(item, largest) < 0;
  }

  /** Adds an item, and drops the largest one when the set is full. */
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

  /** Replaces the largest item. */
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
