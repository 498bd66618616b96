// A map that stores the entries with the smallest keys. The content does not depend on the order of the keys. A removed key never returns,
// because the largest key that may enter only becomes smaller: the count in a stored entry is complete.

/** Stores the values of the `limit` smallest keys. */
export class BoundedMap<Key, Entry> {
  readonly #limit: number;
  readonly #compare: (a: Key, b: Key) => number;
  readonly #entries = new Map<Key, Entry>();
  /** The largest key that may still enter; undefined: every key. */
  #largest: Key | undefined;
  /** Called when entries were removed. */
  readonly #onCut: () => void;

  /** @param compare a total order of keys */
  constructor(limit: number, compare: (a: Key, b: Key) => number, onCut: () => void = () => {}) {
    this.#limit = limit;
    this.#compare = compare;
    this.#onCut = onCut;
  }

  /** Whether there were more keys than the limit. */
  get isOver(): boolean {
    return this.#largest !== undefined || this.#entries.size > this.#limit;
  }

  /** Returns the entry of a key. Creates it unless the key is too large; otherwise returns undefined. */
  find(key: Key, create: () => Entry): Entry | undefined {
    const found = this.#entries.get(key);
    if (found !== undefined) return found;
    if (this.#largest !== undefined && this.#compare(key, this.#largest) > 0) return undefined;
    const entry = create();
    this.#entries.set(key, entry);
    // Twice the limit: each sort then removes as many entries as it keeps.
    if (this.#entries.size >= 2 * this.#limit) this.#cut();
    return entry;
  }

  /** Returns the entries by key, smallest first. */
  sorted(): [Key, Entry][] {
    return [...this.#entries].sort(([a], [b]) => this.#compare(a, b)).slice(0, this.#limit);
  }

  #cut(): void {
    const kept = this.sorted();
    this.#entries.clear();
    for (const [key, entry] of kept) this.#entries.set(key, entry);
    this.#largest = kept.at(-1)![0];
    this.#onCut();
  }
}
