// Lines, empty values and bytes per field, for at most MAX_FIELD_NAMES names. Which names are told apart depends only on
// the names seen, not on their order, so tallies merge exactly.
import { type FieldCount, MAX_FIELD_NAMES, REST_OF_FIELDS } from './report.ts';

/** Counts of one field; mutable, hot. */
interface Counts {
  lines: number;
  empty: number;
  bytes: number;
}

/**
 * Sums figures per field name. The lexicographically smallest names are kept apart: a name among them at the end was
 * never beyond the limit on the way, so its figures are whole.
 */
export class FieldTally {
  readonly #limit: number;
  readonly #byName = new Map<string, Counts>();
  readonly #rest: Counts = { lines: 0, empty: 0, bytes: 0 };
  /** The names told apart in order, once the limit is reached. */
  #sorted: string[] | undefined;

  constructor(limit: number = MAX_FIELD_NAMES) {
    this.#limit = limit;
  }

  /** Adds figures of one field. */
  add(name: string, lines: number, empty: number, bytes: number): void {
    const counts = this.#byName.get(name) ?? this.#admit(name);
    counts.lines += lines;
    counts.empty += empty;
    counts.bytes += bytes;
  }

  /** Adds all of another tally. */
  merge(other: FieldTally): void {
    for (const [name, counts] of other.#byName) this.add(name, counts.lines, counts.empty, counts.bytes);
    addCounts(this.#rest, other.#rest);
  }

  /** Adds what {@link FieldTally.toCounts} gave. */
  mergeCounts(fields: readonly FieldCount[]): void {
    for (const field of fields) {
      if (field.rest === true) addCounts(this.#rest, field);
      else this.add(field.name, field.lines, field.empty, field.bytes);
    }
  }

  /** The figures by name, the rest last. */
  toCounts(): FieldCount[] {
    const fields = [...this.#byName].map(([name, counts]) => ({ name, ...counts }));
    fields.sort((a, b) => (a.name < b.name ? -1 : 1));
    return this.#rest.lines + this.#rest.bytes === 0
      ? fields
      : [...fields, { name: REST_OF_FIELDS, ...this.#rest, rest: true }];
  }

  #admit(name: string): Counts {
    if (this.#byName.size >= this.#limit) {
      this.#sorted ??= [...this.#byName.keys()].sort();
      const largest = this.#sorted.at(-1)!;
      if (name > largest) return this.#rest;
      addCounts(this.#rest, this.#byName.get(largest)!);
      this.#byName.delete(largest);
      this.#sorted.pop();
      this.#sorted.splice(placeOf(name, this.#sorted), 0, name);
    }
    const counts = { lines: 0, empty: 0, bytes: 0 };
    this.#byName.set(name, counts);
    return counts;
  }
}

/** Index at which `name` keeps `sorted` in order. */
function placeOf(name: string, sorted: readonly string[]): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < name) low = middle + 1;
    else high = middle;
  }
  return low;
}

function addCounts(into: Counts, more: Counts): void {
  into.lines += more.lines;
  into.empty += more.empty;
  into.bytes += more.bytes;
}
