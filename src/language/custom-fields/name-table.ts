// Counts the names that occur in one place of the traffic and links them to configured fields. One lookup per header; memory is
// bounded.

/** Maximum number of names stored for one place besides those passed to the constructor; further names are ignored. Our choice. */
const MAX_NAMES = 4096;
/** Maximum number of spellings stored for all names together. */
const MAX_SPELLINGS = 2 * MAX_NAMES;
/** Longer names are ignored unless they were passed to the constructor. Characters. */
const MAX_NAME_LENGTH = 256;

/** A name and its counts. */
export interface NameSlot {
  /** Lower case for headers; unchanged for cookies. */
  readonly name: string;
  /** Index of the configured field with this name; -1: none. */
  readonly field: number;
  /** Exchanges that contain it. */
  exchanges: number;
  /** Number of the newest exchange that contains it. */
  newest: number;
}

/** Names that a table contains from the start, and how it compares names. */
export interface NameTableOptions {
  /** Name → index of its field. @default none */
  configured?: ReadonlyMap<string, number>;
  /** Names that are counted no matter how many others occur. @default none */
  reserved?: readonly string[];
  /** Whether names that differ only by case are equal. */
  foldsCase: boolean;
}

/** One spelling of a name. */
interface Spelling {
  readonly written: string;
  readonly slot: NameSlot;
  next: Spelling | undefined;
}

/** The names of one place: request headers, response headers, cookies, or cookies that responses set. */
export class NameTable {
  readonly #foldsCase: boolean;
  readonly #slots = new Map<string, NameSlot>();
  /** By the spelling in the traffic. */
  readonly #spellings = new Map<string, Spelling>();
  /** The spelling found last. The one that followed it last time probably follows it again, which saves the lookup. */
  #last: Spelling | undefined;

  /** Slots added after construction. */
  #added = 0;

  constructor({ configured = new Map(), reserved = [], foldsCase }: NameTableOptions) {
    this.#foldsCase = foldsCase;
    for (const name of reserved) this.#slots.set(name, { name, field: -1, exchanges: 0, newest: -1 });
    for (const [name, field] of configured) this.#slots.set(name, { name, field, exchanges: 0, newest: -1 });
  }

  /** Returns the slot of a name. Creates it if there is room; otherwise returns undefined. */
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

  /** Returns the names that occurred. */
  seen(): NameSlot[] {
    return [...this.#slots.values()].filter(({ exchanges }) => exchanges > 0);
  }

  #add(written: string): NameSlot | undefined {
    const name = this.#foldsCase ? written.toLowerCase() : written;
    let slot = this.#slots.get(name);
    if (slot === undefined) {
      if (written.length > MAX_NAME_LENGTH || this.#added >= MAX_NAMES) return undefined;
      slot = { name: ownText(name), field: -1, exchanges: 0, newest: -1 };
      this.#slots.set(slot.name, slot);
      this.#added += 1;
    }
    if (this.#spellings.size < MAX_SPELLINGS) {
      const spelling = { written: ownText(written), slot, next: undefined };
      this.#spellings.set(spelling.written, spelling);
    }
    return slot;
  }
}

/** Copies a text: a slice of a long header would keep the whole header in memory. */
function ownText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
