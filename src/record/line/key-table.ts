// Keys of top-level fields as small numbers. Lines of one file repeat the same keys in the same order, so the table
// remembers which key followed which, and the scanner compares bytes instead of making strings.

/** A table larger than this is emptied before the next line: bytes of keys, each counted with {@link KEY_OVERHEAD}. Ours. */
const MAX_TABLE_BYTES = 4 * 1024 * 1024;
/** What a key weighs beside its own bytes: string object, map entry, numbers. Bytes, rounded up. */
const KEY_OVERHEAD = 128;
/** Stands for "no key yet" and for "before the first key"; predicting it never matches. */
const NO_KEY = 0;
/** A byte that valid UTF-8 never holds. */
const IMPOSSIBLE_BYTE = 0xff;

/** Key ↔ number for the lines of one object, bounded in memory. */
export class KeyTable {
  /** By id: the decoded key, one string for all its occurrences. */
  names: string[] = [];
  /** All keys as first seen, each with its closing quote, one after the other. */
  bytes = new Uint8Array(4096);
  /** By id: where the key begins in {@link bytes}. */
  starts = new Int32Array(128);
  /** By id: how many bytes it has there, closing quote included. */
  lengths = new Int32Array(128);
  /** By id: the key that followed last time; of {@link NO_KEY} the first key of a line. */
  next = new Int32Array(128);
  /** By id: index of its first and last field in the newest line that has it; older lines leave stale numbers. */
  first = new Int32Array(128);
  last = new Int32Array(128);
  readonly #ids = new Map<string, number>();
  #used = 0;
  #weight = 0;

  constructor() {
    this.#clear();
  }

  /** Number of a key, undefined when no line had it since the table was last emptied. */
  find(name: string): number | undefined {
    return this.#ids.get(name);
  }

  /** Number of a key whose raw form is `raw[start, end)`, closing quote included; a new one when it is not known. */
  intern(name: string, raw: Uint8Array, start: number, end: number): number {
    const known = this.#ids.get(name);
    return known ?? this.#add(name, raw, start, end);
  }

  /** Call between lines: forgets everything when hostile input has filled the table. */
  trim(): void {
    if (this.#weight > MAX_TABLE_BYTES) this.#clear();
  }

  #clear(): void {
    this.names = [];
    this.bytes = new Uint8Array(4096);
    this.#ids.clear();
    this.#used = 0;
    this.#weight = 0;
    this.#resize(128);
    this.#add('', Uint8Array.of(IMPOSSIBLE_BYTE), 0, 1);
    this.#ids.clear();
  }

  #add(name: string, raw: Uint8Array, start: number, end: number): number {
    const id = this.names.length;
    const length = end - start;
    if (id >= this.starts.length) this.#resize(id * 2);
    if (this.#used + length > this.bytes.length) {
      const larger = new Uint8Array((this.#used + length) * 2);
      larger.set(this.bytes.subarray(0, this.#used));
      this.bytes = larger;
    }
    this.bytes.set(raw.subarray(start, end), this.#used);
    this.names.push(name);
    this.starts[id] = this.#used;
    this.lengths[id] = length;
    this.next[id] = NO_KEY;
    this.#used += length;
    this.#weight += length + KEY_OVERHEAD;
    this.#ids.set(name, id);
    return id;
  }

  #resize(capacity: number): void {
    const kept = this.names.length;
    this.starts = resized(this.starts, capacity, kept);
    this.lengths = resized(this.lengths, capacity, kept);
    this.next = resized(this.next, capacity, kept);
    this.first = resized(this.first, capacity, kept);
    this.last = resized(this.last, capacity, kept);
  }
}

function resized(old: Int32Array<ArrayBuffer>, capacity: number, kept: number): Int32Array<ArrayBuffer> {
  const result = new Int32Array(capacity);
  result.set(old.subarray(0, kept));
  return result;
}
