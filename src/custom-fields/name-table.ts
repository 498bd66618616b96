// Which names occur in one place of the traffic, and which of them are configured. One lookup per header, bounded memory.

/** Most different names remembered in one place; further ones are not looked at unless they are configured. Ours. */
const MAX_NAMES = 4096;
/** Spellings remembered of all names together. */
const MAX_SPELLINGS = 2 * MAX_NAMES;
/** Longer names are not remembered. Characters. */
const MAX_NAME_LENGTH = 256;

/** A name. */
export interface NameSlot {
  /** In lower case for headers; as it stands for cookies. */
  readonly name: string;
  /** Index of the configured field that has it; -1: none. */
  readonly field: number;
  /** Exchanges that have it. */
  exchanges: number;
  /** Number of the newest exchange that has it. */
  newest: number;
}

/** One way to write a name. */
interface Spelling {
  readonly written: string;
  readonly slot: NameSlot;
  next: Spelling | undefined;
}

/** The names of one place: request headers, response headers, cookies, cookies that are set. */
export class NameTable {
  readonly #foldsCase: boolean;
  readonly #slots = new Map<string, NameSlot>();
  /** By the name as it was written. */
  readonly #spellings = new Map<string, Spelling>();
  /** The one found last: what followed it the last time is likely to follow it again, which saves the lookup. */
  #last: Spelling | undefined;

  /** @param configured name → index of its field. @param foldsCase whether names that differ by case are the same */
  constructor(configured: ReadonlyMap<string, number>, foldsCase: boolean) {
    this.#foldsCase = foldsCase;
    for (const [name, field] of configured) this.#slots.set(name, { name, field, exchanges: 0, newest: -1 });
  }

  /** The slot of a name, made where there is room. */
  find(written: string): NameSlot | undefined {
    const guess = this.#last?.next;
    if (guess?.written === written) {
      this.#last = guess;
      return guess.slot;
    }
    const found = this.#spellings.get(written);
    if (found === undefined) return this.#add(written);
    if (this.#last !== undefined) this.#last.next = found;
    this.#last = found;
    return found.slot;
  }

  /** Names that occurred, with the exchanges that have them. */
  seen(): NameSlot[] {
    return [...this.#slots.values()].filter(({ exchanges }) => exchanges > 0);
  }

  /** Adds the exchanges of another table. */
  merge(other: NameTable): void {
    for (const { name, exchanges } of other.seen()) {
      const slot = this.find(name);
      if (slot !== undefined) slot.exchanges += exchanges;
    }
  }

  #add(written: string): NameSlot | undefined {
    if (written.length > MAX_NAME_LENGTH) return undefined;
    const name = this.#foldsCase ? written.toLowerCase() : written;
    let slot = this.#slots.get(name);
    if (slot === undefined) {
      if (this.#slots.size >= MAX_NAMES) return undefined;
      slot = { name, field: -1, exchanges: 0, newest: -1 };
      this.#slots.set(name, slot);
    }
    if (this.#spellings.size < MAX_SPELLINGS) this.#spellings.set(written, { written, slot, next: undefined });
    return slot;
  }
}
