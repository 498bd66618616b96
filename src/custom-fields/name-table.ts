// Which names occur in one place of the traffic, and which of them are configured. One lookup per header, bounded memory.

/** Most different names remembered in one place beside those known from the start; further ones are not looked at. Ours. */
const MAX_NAMES = 4096;
/** Spellings remembered of all names together. */
const MAX_SPELLINGS = 2 * MAX_NAMES;
/** Longer names are not remembered unless they are known from the start. Characters. */
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

/** What a table begins with. */
export interface NameTableOptions {
  /** Name → index of its field. @default none */
  configured?: ReadonlyMap<string, number>;
  /** Names that are recognised however many others there are. @default none */
  reserved?: readonly string[];
  /** Whether names that differ by case are the same. */
  foldsCase: boolean;
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

  /** Slots beyond those made at the start. */
  #added = 0;

  constructor({ configured = new Map(), reserved = [], foldsCase }: NameTableOptions) {
    this.#foldsCase = foldsCase;
    for (const name of reserved) this.#slots.set(name, { name, field: -1, exchanges: 0, newest: -1 });
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

/** The same text on its own: a part of a long header would keep all of that header in memory. */
function ownText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
