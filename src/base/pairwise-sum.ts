// Adds up any number of parts whose sum is as large as all of them, such as a list of all objects: each is copied a few times only.

/** Adds up parts in an order in which both sides of an addition have about as many parts. */
export class PairwiseSum<Part> {
  readonly #add: (a: Part, b: Part) => Part;
  /** Sums of parts, of fewer and fewer of them. */
  readonly #sums: { part: Part; count: number }[] = [];

  /** @param add associative and commutative */
  constructor(add: (a: Part, b: Part) => Part) {
    this.#add = add;
  }

  add(part: Part): void {
    let sum = { part, count: 1 };
    for (let last = this.#sums.at(-1); last?.count === sum.count; last = this.#sums.at(-1)) {
      this.#sums.pop();
      sum = { part: this.#add(last.part, sum.part), count: 2 * sum.count };
    }
    this.#sums.push(sum);
  }

  /** The sum of all parts; undefined without any. */
  total(): Part | undefined {
    return this.#sums
      .map(({ part }) => part)
      .reduceRight<Part | undefined>((sum, part) => (sum === undefined ? part : this.#add(part, sum)), undefined);
  }
}
