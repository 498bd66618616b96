// Counts lines, empty values and bytes per field, for at most MAX_FIELD_NAMES names. The set of names alone, not their order, decides
// which names are counted individually, so tallies merge exactly.
import type { Count } from '../../base/index.ts';
import type { Merging } from './aggregate.ts';

/** Maximum number of field names counted individually; the lexicographically last names beyond it are summed in one entry with `rest: true`. */
export const MAX_FIELD_NAMES = 4096;
/** Name of the entry that sums the fields beyond {@link MAX_FIELD_NAMES}. */
export const REST_OF_FIELDS = 'other';

/** A field over a set of lines. */
export interface FieldCount {
  name: string;
  /** Lines that contain the key; for the rest, the sum over its names. */
  lines: Count;
  /** Of those, lines in which the value is null, `""`, `[]` or `{}`. */
  empty: Count;
  /** Bytes of key, colon, value and one comma, without whitespace. */
  bytes: Count;
  /** Lines in which this custom field was probably truncated at the classic limit; absent if there are none. */
  truncated?: Count;
  /** Present on the one entry that sums up the names beyond the limit. */
  rest?: true;
}

/** Longer names are never counted individually: hostile lines must not fill memory with names. UTF-16 units; ours. */
export const MAX_NAME_LENGTH = 256;
/** Share of the limit by which names may exceed it before the largest are dropped together: sorting once for many is faster. */
const SPARE_SHARE = 0.5;
/** Maximum number of cached places in a line; log lines have fewer fields. */
const MAX_PLACES = 512;

/** How fields add up; kept-sets.ts counts them. */
export const FIELDS: Merging<'fields', FieldCount[]> = {
  splits: 'lines',
  empty: () => [],
  merge: (_, a, b) => {
    const tally = new FieldTally();
    tally.mergeCounts(a);
    tally.mergeCounts(b);
    return tally.toCounts();
  },
};

/** Counts of one field; mutable, hot. */
interface Counts {
  lines: number;
  empty: number;
  bytes: number;
  truncated: number;
}

/**
 * Sums figures per field name. The lexicographically smallest names are counted individually: a name that is among them at the end
 * was never beyond the limit, so its figures are complete.
 */
export class FieldTally {
  readonly #limit: number;
  readonly #capacity: number;
  readonly #byName = new Map<string, Counts>();
  readonly #rest: Counts = { lines: 0, empty: 0, bytes: 0, truncated: 0 };
  /** The largest name kept when names were last dropped; larger names belong to the rest. */
  #largest: string | undefined;
  /** By place in the line: the name found there last, and its counts. */
  readonly #namesAt: string[] = [];
  readonly #countsAt: Counts[] = [];

  /** @param limit names counted one by one @default MAX_FIELD_NAMES */
  constructor(limit: number = MAX_FIELD_NAMES) {
    this.#limit = limit;
    this.#capacity = limit + Math.max(1, Math.ceil(limit * SPARE_SHARE));
  }

  /** Adds figures of one field. */
  add(name: string, lines: number, empty: number, bytes: number): void {
    addTo(this.#countsOf(name), lines, empty, bytes);
  }

  /**
   * {@link add} for a field of a line, faster if lines have the same fields in the same order.
   * @param place index of the field in its line
   */
  addAt(place: number, name: string, lines: number, empty: number, bytes: number): void {
    addTo(this.#namesAt[place] === name ? this.#countsAt[place]! : this.#find(place, name), lines, empty, bytes);
  }

  /** Counts a line in which the value of a field was cut off. */
  addTruncated(name: string): void {
    this.#countsOf(name).truncated += 1;
  }

  /** Adds all of another tally. */
  merge(other: FieldTally): void {
    for (const [name, counts] of other.#byName) addCounts(this.#countsOf(name), counts);
    addCounts(this.#rest, other.#rest);
  }

  /** Adds the result of {@link FieldTally.toCounts}. */
  mergeCounts(fields: readonly FieldCount[]): void {
    for (const field of fields) {
      if (field.rest === true) addCounts(this.#rest, field);
      else addCounts(this.#countsOf(field.name), field);
    }
  }

  /** The figures by name, the rest last. */
  toCounts(): FieldCount[] {
    if (this.#byName.size > this.#limit) this.#dropLargest();
    const fields: FieldCount[] = [...this.#byName].map(([name, counts]) => toCount(name, counts));
    fields.sort((a, b) => (a.name < b.name ? -1 : 1));
    return this.#rest.lines + this.#rest.bytes === 0
      ? fields
      : [...fields, { ...toCount(REST_OF_FIELDS, this.#rest), rest: true }];
  }

  #countsOf(name: string): Counts {
    return this.#byName.get(name) ?? this.#admit(name);
  }

  #admit(name: string): Counts {
    if (name.length > MAX_NAME_LENGTH || (this.#largest !== undefined && name > this.#largest)) return this.#rest;
    if (this.#byName.size >= this.#capacity) {
      this.#dropLargest();
      return this.#admit(name);
    }
    const counts = { lines: 0, empty: 0, bytes: 0, truncated: 0 };
    this.#byName.set(name, counts);
    return counts;
  }

  #find(place: number, name: string): Counts {
    const counts = this.#countsOf(name);
    if (place < MAX_PLACES && name.length <= MAX_NAME_LENGTH) {
      this.#countsAt[place] = counts;
      this.#namesAt[place] = name;
    }
    return counts;
  }

  #dropLargest(): void {
    const names = [...this.#byName.keys()].sort();
    for (const name of names.splice(this.#limit)) {
      addCounts(this.#rest, this.#byName.get(name)!);
      this.#byName.delete(name);
    }
    this.#largest = names.at(-1);
    this.#namesAt.length = 0;
    this.#countsAt.length = 0;
  }
}

function addTo(counts: Counts, lines: number, empty: number, bytes: number): void {
  counts.lines += lines;
  counts.empty += empty;
  counts.bytes += bytes;
}

function addCounts(into: Counts, { lines, empty, bytes, truncated = 0 }: Omit<FieldCount, 'name'>): void {
  addTo(into, lines, empty, bytes);
  into.truncated += truncated;
}

function toCount(name: string, { truncated, ...counts }: Counts): FieldCount {
  return truncated === 0 ? { name, ...counts } : { name, ...counts, truncated };
}
