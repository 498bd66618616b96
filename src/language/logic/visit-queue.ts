// What is left to visit, each once, those with a low rank first.

/** Numbers of things that a search visits. */
export class VisitQueue {
  readonly #ranks: Int32Array;
  readonly #isWaiting: Uint8Array;
  /** By rank, from the lowest one. */
  readonly #waiting: number[][];
  #first = 0;
  #count = 0;

  /** @param ranks of each thing */
  constructor(ranks: Int32Array) {
    const lowest = ranks.reduce((least, rank) => Math.min(least, rank), 0);
    const highest = ranks.reduce((most, rank) => Math.max(most, rank), 0);
    this.#ranks = ranks.map((rank) => rank - lowest);
    this.#isWaiting = new Uint8Array(ranks.length);
    this.#waiting = Array.from({ length: highest - lowest + 1 }, () => []);
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  add(thing: number): void {
    if (this.#isWaiting[thing] === 1) return;
    this.#count += 1;
    this.#isWaiting[thing] = 1;
    const rank = this.#ranks[thing]!;
    this.#waiting[rank]!.push(thing);
    if (rank < this.#first) this.#first = rank;
  }

  /** Removes and returns one of those with the lowest rank. */
  next(): number | undefined {
    if (this.#count === 0) return undefined;
    for (; this.#first < this.#waiting.length; this.#first += 1) {
      const thing = this.#waiting[this.#first]!.pop();
      if (thing === undefined) continue;
      this.#isWaiting[thing] = 0;
      this.#count -= 1;
      return thing;
    }
    return undefined;
  }

  clear(): void {
    while (this.next() !== undefined);
  }
}
