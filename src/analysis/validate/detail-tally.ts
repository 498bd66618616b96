// Counts by name, for at most MAX_DETAILS names, since names come from lines. Which names are counted one by one depends only on
// the set of names, not on their order, so tallies merge exactly.

/** Names counted one by one within a rule; the lexicographically last ones are summed. Chosen by headgate. */
const MAX_DETAILS = 256;
/** Longer names are never counted one by one. UTF-16 units; ours. */
const MAX_NAME_LENGTH = 256;
/** Names stored before the largest are dropped together: sorting once for many is cheaper. */
const CAPACITY = 2 * MAX_DETAILS;

/** How often a name was found. */
export interface DetailCount {
  name: string;
  lines: number;
}

/** The counts of a tally, as plain data. */
export interface DetailCounts {
  names: DetailCount[];
  /** Lines of all other names. */
  rest: number;
}

/** Counts names. */
export class DetailTally {
  readonly #byName = new Map<string, number>();
  #rest = 0;
  /** The largest name kept when names were last dropped; larger names belong to the rest. */
  #largest: string | undefined;

  add(name: string, lines = 1): void {
    const known = this.#byName.get(name);
    if (known !== undefined) {
      this.#byName.set(name, known + lines);
      return;
    }
    if (name.length > MAX_NAME_LENGTH || (this.#largest !== undefined && name > this.#largest)) {
      this.#rest += lines;
      return;
    }
    this.#byName.set(name, lines);
    if (this.#byName.size > CAPACITY) this.#dropLargest();
  }

  merge({ names, rest }: DetailCounts): void {
    for (const { name, lines } of names) this.add(name, lines);
    this.#rest += rest;
  }

  /** By name. */
  toCounts(): DetailCounts {
    if (this.#byName.size > MAX_DETAILS) this.#dropLargest();
    const names = [...this.#byName].map(([name, lines]) => ({ name, lines }));
    return { names: names.sort((a, b) => (a.name < b.name ? -1 : 1)), rest: this.#rest };
  }

  #dropLargest(): void {
    const names = [...this.#byName.keys()].sort();
    for (const name of names.splice(MAX_DETAILS)) {
      this.#rest += this.#byName.get(name)!;
      this.#byName.delete(name);
    }
    this.#largest = names.at(-1);
  }
}
