// Which events were found more than once: one entry for each id and object, in bounded memory. Up to the bound every id is followed and
// the figures are exact; beyond it one id in two, in four … is, chosen by its hash: what is found is still certain, its number an
// estimate. Which ids are followed depends on the ids alone, so that neither order nor threads change what comes out.

/** Entries held at most; about 50 bytes each. Ours: the ids of 1.3 GB of lines as large as those of the samples. */
export const MAX_ENTRIES = 2 ** 20;

/** The first capacity of the arrays. */
const FIRST_CAPACITY = 1024;
/** Times the capacity when it is used up: to place all entries anew costs more than memory that nothing is written to. */
const GROWTH = 4;
/** Entries of one id passed before its place depends on the object, so that an id in every object is found as fast. */
const OTHERS_PASSED = 8;
/** Most levels: with the last one, one id in 2^31 is followed. */
const MAX_LEVEL = 31;
/**
 * Ids of lines that are looked up together: each look is a miss of the cache, and misses that do not wait for one another are served at once.
 */
const BATCH = 256;

/** Entries as plain data, for another thread. */
export interface IdEntries {
  /** One id in 2^level is followed. */
  level: number;
  /** Names of objects, by their number. */
  objects: string[];
  /** False: no id stands in more than one object. */
  isShared: boolean;
  low: Uint32Array;
  high: Uint32Array;
  object: Uint32Array;
  /** Offset of the first line of the object with the id, and of the second one; infinite where there is none. */
  first: Float64Array;
  second: Float64Array;
  /** Lines of the object with the id beyond the first. */
  repeats: Uint32Array;
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
  #second = new Float64Array(FIRST_CAPACITY);
  #repeats = new Uint32Array(FIRST_CAPACITY);
  /** Whether some id may stand in more than one object: where not, nothing need be looked for. */
  #isShared = false;
  /**
   * Open addressing, two numbers to a slot: that of an entry and one, 0 for none; and its `low`, so that others are passed without a look.
   * The place is by the first bits of `low`: larger slots are then filled in order from smaller ones.
   */
  #slots = slotsFor(FIRST_CAPACITY);
  #shift = shiftFor(FIRST_CAPACITY);
  /** Ids of lines that are not looked up yet. */
  readonly #nextLow = new Uint32Array(BATCH);
  readonly #nextHigh = new Uint32Array(BATCH);
  readonly #nextObject = new Uint32Array(BATCH);
  readonly #nextOffset = new Float64Array(BATCH);
  #nextCount = 0;
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
    if (!this.#isFollowed(high)) return;
    const next = this.#nextCount;
    this.#nextLow[next] = low;
    this.#nextHigh[next] = high;
    this.#nextObject[next] = object;
    this.#nextOffset[next] = offset;
    this.#nextCount = next + 1;
    if (next + 1 === BATCH) this.#addBatch();
  }

  merge(other: IdEntries): void {
    while (this.#level < other.level) this.#raiseLevel();
    const numbers = other.objects.map((name) => this.objectNumber(name));
    const { low, high, object, first, second, repeats } = other;
    for (let index = 0; index < low.length; index += 1) {
      if (index % BATCH === 0) this.#touch(low, index, Math.min(low.length, index + BATCH));
      this.#add(low[index]!, high[index]!, numbers[object[index]!]!, first[index]!, second[index]!, repeats[index]!);
    }
  }

  /** Copies: what is added later does not change them. */
  toEntries(): IdEntries {
    this.#addBatch();
    const count = this.#count;
    return {
      level: this.#level,
      objects: [...this.#objects],
      isShared: this.#isShared,
      low: this.#low.slice(0, count),
      high: this.#high.slice(0, count),
      object: this.#object.slice(0, count),
      first: this.#first.slice(0, count),
      second: this.#second.slice(0, count),
      repeats: this.#repeats.slice(0, count),
    };
  }

  #isFollowed(high: number): boolean {
    return this.#level === 0 || high >>> (32 - this.#level) === 0;
  }

  #addBatch(): void {
    const count = this.#nextCount;
    this.#nextCount = 0;
    this.#touch(this.#nextLow, 0, count);
    for (let next = 0; next < count; next += 1) {
      const [low, high] = [this.#nextLow[next]!, this.#nextHigh[next]!];
      this.#add(low, high, this.#nextObject[next]!, this.#nextOffset[next]!, Number.POSITIVE_INFINITY, 0);
    }
  }

  /** Brings the slots of a batch into the cache; what it stores is for nobody, but keeps the looks from being optimized away. */
  #touch(lows: Uint32Array, from: number, to: number): void {
    const slots = this.#slots;
    const shift = this.#shift;
    const touched = this.#touched;
    for (let index = from; index < to; index += 1) touched[index - from] = slots[(lows[index]! >>> shift) * 2]!;
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
        // The slots are others now.
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
    this.#second[entry] = second;
    this.#repeats[entry] = repeats;
    this.#count = entry + 1;
    slots[slot * 2] = entry + 1;
    slots[slot * 2 + 1] = low;
  }

  /** For one entry more. @returns false where its id is no longer followed */
  #makeRoom(high: number): boolean {
    while (this.#count >= this.#maxEntries && this.#level < MAX_LEVEL) {
      this.#raiseLevel();
      if (!this.#isFollowed(high)) return false;
    }
    if (this.#count === this.#low.length) this.#grow();
    return true;
  }

  /** One id more in one object: the two smallest offsets of all count. */
  #join(entry: number, first: number, second: number, repeats: number): void {
    const [mine, mineSecond] = [this.#first[entry]!, this.#second[entry]!];
    this.#first[entry] = Math.min(mine, first);
    this.#second[entry] = Math.min(Math.max(mine, first), mineSecond, second);
    this.#repeats[entry] = this.#repeats[entry]! + repeats + 1;
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
    this.#second = grown(this.#second, new Float64Array(capacity));
    this.#repeats = grown(this.#repeats, new Uint32Array(capacity));
    const slots = this.#slots;
    this.#slots = slotsFor(capacity);
    this.#shift = shiftFor(capacity);
    for (let at = 0; at < slots.length; at += 2) if (slots[at] !== 0) this.#place(slots[at]! - 1, slots[at + 1]!);
  }

  /** Lets go of half the ids. */
  #raiseLevel(): void {
    this.#level += 1;
    let kept = 0;
    for (let entry = 0; entry < this.#count; entry += 1) {
      if (!this.#isFollowed(this.#high[entry]!)) continue;
      for (const array of [this.#low, this.#high, this.#object, this.#first, this.#second, this.#repeats]) {
        array[kept] = array[entry]!;
      }
      kept += 1;
    }
    this.#count = kept;
    this.#slots.fill(0);
    for (let entry = 0; entry < kept; entry += 1) this.#place(entry, this.#low[entry]!);
  }
}

/** Half of them stay free. */
function slotsFor(capacity: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(capacity * 2 * 2);
}

/** Bits of `low` beyond those that number the slots. */
function shiftFor(capacity: number): number {
  return Math.clz32(capacity * 2) + 1;
}

/** Where an id is looked for on when many objects have it: a place for each object. */
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
