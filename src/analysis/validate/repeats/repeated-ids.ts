// Finds repeated events: one entry for each ID and object, in bounded memory. Up to the bound, every ID is tracked and the figures are
// exact. Beyond it, one ID in two, in four … is tracked, selected by its hash: each finding is still certain, and their number is an
// estimate. The IDs alone decide which of them are tracked, so neither order nor threads change the result.
import { HALVES_STRIDE, OFFSETS_STRIDE, type ScannedIds } from '../../../input/kernel/index.ts';

/** Maximum number of entries; 36 bytes each, 12 more if some ID is repeated. Ours: the ids of 1.3 GB of lines as large as those of the samples. */
const MAX_ENTRIES = 2 ** 20;

/** The first capacity of the arrays. */
const FIRST_CAPACITY = 1024;
/** Growth of the capacity: placing all entries again costs more than unused memory. */
const GROWTH = 4;
/** Entries of one id that are probed before its slot depends on the object, so that an id in every object is found as fast. */
const OTHERS_PASSED = 8;
/** Maximum number of levels: with the last one, one ID in 2^31 is tracked. */
const MAX_LEVEL = 31;
/**
 * Ids that are looked up together: each lookup misses the cache, and independent misses are served at once.
 */
const BATCH = 256;

/** Entries as plain data, for another thread. */
export interface IdEntries {
  /** One id in 2^level is followed. */
  level: number;
  /** Names of objects, by their number. */
  objects: string[];
  /** False: no id is in more than one object. */
  isShared: boolean;
  low: Uint32Array;
  high: Uint32Array;
  object: Uint32Array;
  /** Offset of the first line of the object with the id. */
  first: Float64Array;
  /** Undefined: no id is repeated within an object. */
  again: IdRepeats | undefined;
}

/** By entry: the second line of the object with the id, infinite if there is none; and the number of lines after the first. */
export interface IdRepeats {
  second: Float64Array;
  repeats: Uint32Array;
}

/** Memory of entries that can be transferred to another thread. */
export function memoryOfIds({ low, high, object, first, again }: IdEntries): ArrayBuffer[] {
  const arrays = [low, high, object, first, ...(again === undefined ? [] : [again.second, again.repeats])];
  return arrays.map(({ buffer }) => buffer as ArrayBuffer);
}

/** Follows ids. */
export class RepeatedIds {
  readonly #maxEntries: number;
  readonly #objects: string[] = [];
  readonly #numbers = new Map<string, number>();
  #level = 0;
  #count = 0;
  #low = new Uint32Array(FIRST_CAPACITY);
  #high = new Uint32Array(FIRST_CAPACITY);
  #object = new Uint32Array(FIRST_CAPACITY);
  #first = new Float64Array(FIRST_CAPACITY);
  /** Created when the first id is repeated. */
  #again: ReturnType<typeof repeatsFor> | undefined;
  /** Whether some id may be in more than one object; if not, the search is skipped. */
  #isShared = false;
  /**
   * Open addressing, two numbers per slot: the number of an entry plus one, 0 for none; and its `low`, which is compared first.
   * The slot depends on the first bits of `low`: larger tables are then filled in order from smaller ones.
   */
  #slots = slotsFor(FIRST_CAPACITY);
  #shift = shiftFor(FIRST_CAPACITY);
  readonly #touched = new Uint32Array(BATCH);

  constructor(maxEntries: number = MAX_ENTRIES) {
    this.#maxEntries = maxEntries;
  }

  /** Number of an object for {@link add}. */
  objectNumber(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#objects.length);
    return this.#objects.push(name) - 1;
  }

  /** Adds the id of a line, by the halves of its hash. */
  add(low: number, high: number, object: number, offset: number): void {
    this.#add(low >>> 0, high >>> 0, object, offset, Number.POSITIVE_INFINITY, 0);
  }

  /** Adds ids from the kernel. */
  addScanned({ count, halves, offsets }: ScannedIds, object: number): void {
    for (let from = 0; from < count; from += BATCH) {
      const to = Math.min(count, from + BATCH);
      this.#touch(halves, from, to, HALVES_STRIDE);
      for (let id = from; id < to; id += 1) {
        const at = id * HALVES_STRIDE;
        const offset = offsets[id * OFFSETS_STRIDE]!;
        this.#add(halves[at]!, halves[at + 1]!, object, offset, Number.POSITIVE_INFINITY, 0);
      }
    }
  }

  merge(other: IdEntries): void {
    while (this.#level < other.level) this.#raiseLevel();
    const numbers = other.objects.map((name) => this.objectNumber(name));
    const { low, high, object, first, again } = other;
    for (let index = 0; index < low.length; index += 1) {
      if (index % BATCH === 0) this.#touch(low, index, Math.min(low.length, index + BATCH), 1);
      const second = again?.second[index] ?? Number.POSITIVE_INFINITY;
      const repeats = again?.repeats[index] ?? 0;
      this.#add(low[index]!, high[index]!, numbers[object[index]!]!, first[index]!, second, repeats);
    }
  }

  /** Returns the entries of another one that these follow, too. */
  thinned(other: IdEntries): IdEntries {
    if (other.level >= this.#level) return other;
    const { again, ...rest } = other;
    const indices = Uint32Array.from(other.high.keys()).filter((index) => this.#isFollowed(other.high[index]!));
    const pick = <Numbers extends Uint32Array | Float64Array>(from: Numbers, to: Numbers): Numbers => {
      for (const [at, index] of indices.entries()) to[at] = from[index]!;
      return to;
    };
    const whole = (from: Uint32Array): Uint32Array => pick(from, new Uint32Array(indices.length));
    const floating = (from: Float64Array): Float64Array => pick(from, new Float64Array(indices.length));
    return {
      ...rest,
      level: this.#level,
      ...{ low: whole(rest.low), high: whole(rest.high), object: whole(rest.object), first: floating(rest.first) },
      again: again && { second: floating(again.second), repeats: whole(again.repeats) },
    };
  }

  /** Returns copies: later additions do not change them. */
  toEntries(): IdEntries {
    const count = this.#count;
    const again = this.#again;
    return {
      level: this.#level,
      objects: [...this.#objects],
      isShared: this.#isShared,
      low: this.#low.slice(0, count),
      high: this.#high.slice(0, count),
      object: this.#object.slice(0, count),
      first: this.#first.slice(0, count),
      again: again && { second: again.second.slice(0, count), repeats: again.repeats.slice(0, count) },
    };
  }

  #isFollowed(high: number): boolean {
    return this.#level === 0 || high >>> (32 - this.#level) === 0;
  }

  /** Loads the slots of a batch into the cache; the stored value only keeps the reads from being optimized away. */
  #touch(lows: Uint32Array, from: number, to: number, stride: number): void {
    const slots = this.#slots;
    const shift = this.#shift;
    const touched = this.#touched;
    for (let index = from; index < to; index += 1) {
      touched[index - from] = slots[(lows[index * stride]! >>> shift) * 2]!;
    }
  }

  #add(low: number, high: number, object: number, first: number, second: number, repeats: number): void {
    if (!this.#isFollowed(high)) return;
    let slots = this.#slots;
    let mask = slots.length / 2 - 1;
    let slot = low >>> this.#shift;
    let others = 0;
    for (;;) {
      const entry = slots[slot * 2]! - 1;
      if (entry < 0) {
        if (this.#count < this.#low.length && this.#count < this.#maxEntries) break;
        if (!this.#makeRoom(high)) return;
        // The table was replaced.
        slots = this.#slots;
        mask = slots.length / 2 - 1;
        slot = low >>> this.#shift;
        others = 0;
        continue;
      }
      if (slots[slot * 2 + 1] === low && this.#high[entry] === high) {
        if (this.#object[entry] === object) {
          this.#join(entry, first, second, repeats);
          return;
        }
        this.#isShared = true;
        others += 1;
        if (others === OTHERS_PASSED) slot = farSlot(low, object) & mask;
      }
      slot = (slot + 1) & mask;
    }
    const entry = this.#count;
    this.#low[entry] = low;
    this.#high[entry] = high;
    this.#object[entry] = object;
    this.#first[entry] = first;
    this.#count = entry + 1;
    if (repeats > 0 || this.#again !== undefined) this.#setAgain(entry, second, repeats);
    slots[slot * 2] = entry + 1;
    slots[slot * 2 + 1] = low;
  }

  /** Makes room for one more entry. @returns false if its id is no longer followed */
  #makeRoom(high: number): boolean {
    while (this.#count >= this.#maxEntries && this.#level < MAX_LEVEL) {
      this.#raiseLevel();
      if (!this.#isFollowed(high)) return false;
    }
    if (this.#count === this.#low.length) this.#grow();
    return true;
  }

  /** Counts one more line of an id in an object: the two smallest offsets count. */
  #join(entry: number, first: number, second: number, repeats: number): void {
    const mine = this.#first[entry]!;
    const mineSecond = this.#again?.second[entry] ?? Number.POSITIVE_INFINITY;
    const mineRepeats = this.#again?.repeats[entry] ?? 0;
    this.#first[entry] = Math.min(mine, first);
    this.#setAgain(entry, Math.min(Math.max(mine, first), mineSecond, second), mineRepeats + repeats + 1);
  }

  #setAgain(entry: number, second: number, repeats: number): void {
    this.#again ??= repeatsFor(this.#low.length);
    this.#again.second[entry] = second;
    this.#again.repeats[entry] = repeats;
  }

  #place(entry: number, low: number): void {
    const slots = this.#slots;
    const mask = slots.length / 2 - 1;
    let slot = low >>> this.#shift;
    let others = 0;
    while (slots[slot * 2] !== 0) {
      if (slots[slot * 2 + 1] === low && this.#high[slots[slot * 2]! - 1] === this.#high[entry]) {
        others += 1;
        if (others === OTHERS_PASSED) slot = farSlot(low, this.#object[entry]!) & mask;
      }
      slot = (slot + 1) & mask;
    }
    slots[slot * 2] = entry + 1;
    slots[slot * 2 + 1] = low;
  }

  #grow(): void {
    const capacity = this.#low.length * GROWTH;
    this.#low = grown(this.#low, new Uint32Array(capacity));
    this.#high = grown(this.#high, new Uint32Array(capacity));
    this.#object = grown(this.#object, new Uint32Array(capacity));
    this.#first = grown(this.#first, new Float64Array(capacity));
    if (this.#again !== undefined) {
      const { second, repeats } = repeatsFor(capacity);
      this.#again = { second: grown(this.#again.second, second), repeats: grown(this.#again.repeats, repeats) };
    }
    const slots = this.#slots;
    this.#slots = slotsFor(capacity);
    this.#shift = shiftFor(capacity);
    for (let at = 0; at < slots.length; at += 2) if (slots[at] !== 0) this.#place(slots[at]! - 1, slots[at + 1]!);
  }

  /** Drops half of the ids. */
  #raiseLevel(): void {
    this.#level += 1;
    let kept = 0;
    for (let entry = 0; entry < this.#count; entry += 1) {
      if (!this.#isFollowed(this.#high[entry]!)) continue;
      this.#low[kept] = this.#low[entry]!;
      this.#high[kept] = this.#high[entry]!;
      this.#object[kept] = this.#object[entry]!;
      this.#first[kept] = this.#first[entry]!;
      if (this.#again !== undefined) this.#setAgain(kept, this.#again.second[entry]!, this.#again.repeats[entry]!);
      kept += 1;
    }
    this.#count = kept;
    this.#slots.fill(0);
    for (let entry = 0; entry < kept; entry += 1) this.#place(entry, this.#low[entry]!);
  }
}

function repeatsFor(capacity: number): { second: Float64Array<ArrayBuffer>; repeats: Uint32Array<ArrayBuffer> } {
  return {
    second: new Float64Array(capacity).fill(Number.POSITIVE_INFINITY),
    repeats: new Uint32Array(capacity),
  };
}

/** Slots for a number of entries: half of them stay free. */
function slotsFor(capacity: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(capacity * 2 * 2);
}

/** Bits of `low` that are not part of the slot number. */
function shiftFor(capacity: number): number {
  return Math.clz32(capacity * 2) + 1;
}

/** First slot of the search when many objects have the id: it depends on the object. */
function farSlot(low: number, object: number): number {
  return low ^ Math.imul(object + 1, 0x9e3779b1);
}

function grown<Numbers extends Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(
  from: Numbers,
  to: Numbers,
): Numbers {
  to.set(from);
  return to;
}
