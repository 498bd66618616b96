// Distinct texts, numbered from 1 in the order in which they were added: the dictionary of a column while it is built; and columns of their
// numbers, as small as they can be.
import type { Column, ColumnTexts } from './column-part.ts';

/** Codes of a column. */
export type Codes = NonNullable<Column['codes']>;

/** The largest codes of 8 and of 16 bits. */
const LAST_BYTE_CODE = 0xff;
const LAST_SHORT_CODE = 0xff_ff;
/** Least share of distinct texts among the rows of a column without codes. Ours. */
const NEARLY_UNIQUE = 0.9;
/** Slots for each text at least: fewer make long searches. */
const SLOTS_PER_TEXT = 2;
const FIRST_SLOTS = 64;
const FIRST_BYTES = 256;
/** FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/ */
const HASH_START = 0x811c_9dc5;
const HASH_FACTOR = 0x0100_0193;

/** Text → number, by an open hash table over the bytes of all texts. */
export class TextTable {
  /** Number of texts. */
  count = 0;
  #bytes = new Uint8Array(FIRST_BYTES);
  /** By number minus 1. */
  #ends = new Uint32Array(FIRST_SLOTS / SLOTS_PER_TEXT);
  #hashes = new Int32Array(FIRST_SLOTS / SLOTS_PER_TEXT);
  /** Numbers of texts; 0: free. */
  #slots = new Uint32Array(FIRST_SLOTS);

  /** Bytes of all texts. */
  get size(): number {
    return this.count === 0 ? 0 : this.#ends[this.count - 1]!;
  }

  /** Returns the number of the text `bytes[start, end)`; adds an unknown one. */
  add(bytes: Uint8Array, start = 0, end: number = bytes.length): number {
    const hash = hashOf(bytes, start, end);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let number = this.#slots[slot]!; number !== 0; number = this.#slots[slot]!) {
      if (this.#hashes[number - 1] === hash && this.is(number, bytes, start, end)) return number;
      slot = (slot + 1) & mask;
    }
    this.#append(bytes, start, end, hash);
    this.#slots[slot] = this.count;
    if (this.count * SLOTS_PER_TEXT > this.#slots.length) this.#growSlots();
    return this.count;
  }

  /** A view of the texts: nothing may be added while it is used. */
  get texts(): ColumnTexts {
    return { bytes: this.#bytes.subarray(0, this.size), ends: this.#ends.subarray(0, this.count) };
  }

  /**
   * Returns a column of numbers of these texts, of which it has a view: nothing may be added afterwards.
   * @param codes of the first rows; others have no text
   */
  column(codes: Uint32Array, rows: number = codes.length): Column {
    const narrow = codesFor(this.count, rows);
    narrow.set(codes.subarray(0, rows));
    return leanColumn(narrow, this.texts);
  }

  /** Whether a text is that of a number. */
  is(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = number === 1 ? 0 : this.#ends[number - 2]!;
    const length = end - start;
    if (this.#ends[number - 1]! - from !== length) return false;
    const own = this.#bytes;
    for (let at = 0; at < length; at += 1) if (own[from + at] !== bytes[start + at]) return false;
    return true;
  }

  #append(bytes: Uint8Array, start: number, end: number, hash: number): void {
    const from = this.size;
    const to = from + end - start;
    if (to > this.#bytes.length) this.#bytes = enlarged(this.#bytes, Math.max(to, this.#bytes.length * 2));
    if (this.count === this.#ends.length) {
      this.#ends = enlarged(this.#ends, this.count * 2);
      this.#hashes = enlarged(this.#hashes, this.count * 2);
    }
    const own = this.#bytes;
    for (let at = start; at < end; at += 1) own[from + at - start] = bytes[at]!;
    this.#ends[this.count] = to;
    this.#hashes[this.count] = hash;
    this.count += 1;
  }

  #growSlots(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 1; number <= this.count; number += 1) {
      let slot = this.#hashes[number - 1]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.#slots = slots;
  }
}

/** Copies a typed array into a longer one. */
export function enlarged<Numbers extends Uint8Array | Uint32Array | Int32Array>(
  numbers: Numbers,
  length: number,
): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(length);
  larger.set(numbers as never);
  return larger;
}

/** All bytes count: texts may differ in any of them only. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_START ^ (end - start);
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ bytes[at]!, HASH_FACTOR);
  return hash ^ (hash >>> 15);
}

/** Returns codes that are as narrow as a number of texts allows, all 0. */
export function codesFor(texts: number, rows: number): Codes {
  if (texts <= LAST_BYTE_CODE) return new Uint8Array(rows);
  return texts <= LAST_SHORT_CODE ? new Uint16Array(rows) : new Uint32Array(rows);
}

/** Returns the column without codes if its texts are nearly unique. */
export function leanColumn(codes: Codes, texts: ColumnTexts): Column {
  return texts.ends.length < codes.length * NEARLY_UNIQUE ? { codes, texts } : { texts: textsOfRows(codes, texts) };
}

/** A text for each row, empty where there is none. */
function textsOfRows(codes: Codes, texts: ColumnTexts): ColumnTexts {
  const { bytes, ends } = texts;
  // Each text has a row, and the first ones of all texts have their order.
  if (ends.length === codes.length) return texts;
  const startOf = (code: number): number => (code === 1 ? 0 : ends[code - 2]!);
  const rowEnds = new Uint32Array(codes.length);
  let end = 0;
  for (let row = 0; row < codes.length; row += 1) {
    const code = codes[row]!;
    if (code > 0) end += ends[code - 1]! - startOf(code);
    rowEnds[row] = end;
  }
  const rowBytes = new Uint8Array(end);
  let to = 0;
  for (let row = 0; row < codes.length; row += 1) {
    const code = codes[row]!;
    if (code > 0) for (let at = startOf(code); at < ends[code - 1]!; at += 1, to += 1) rowBytes[to] = bytes[at]!;
  }
  return { bytes: rowBytes, ends: rowEnds };
}
