// Maps the keys of top-level fields to small numbers. Lines of one object repeat the same keys in the same order, so the table
// remembers which key followed which, and the scanner compares bytes instead of creating strings.

/** A larger table is cleared before the next line. Bytes of keys, each plus {@link KEY_OVERHEAD}; our own limit. */
const MAX_TABLE_BYTES = 4 * 1024 * 1024;
/** Memory of a key in addition to its bytes: string object, map entry, numbers. Bytes, rounded up. */
const KEY_OVERHEAD = 128;
/** Means "no key yet" and "before the first key"; as a prediction it never matches. */
const NO_KEY = 0;
/** A byte that never occurs in valid UTF-8. */
const IMPOSSIBLE_BYTE = 0xff;

/** Key ↔ number for the lines of one object, in bounded memory. */
export class KeyTable {
  /** By id: the decoded key, one string for all its occurrences. */
  names: string[] = [];
  /** The raw bytes of all keys as first seen, each with its closing quote. */
  bytes = new Uint8Array(4096);
  /** By id: start of the key in {@link bytes}. */
  starts = new Int32Array(128);
  /** By id: length of the key in {@link bytes}, including the closing quote. */
  lengths = new Int32Array(128);
  /** By id: the key that followed it last time; for {@link NO_KEY}, the first key of a line. */
  next = new Int32Array(128);
  /** By id: index of its first and last field in the newest line that has it; may be stale from an older line. */
  first = new Int32Array(128);
  last = new Int32Array(128);
  readonly #ids = new Map<string, number>();
  #used = 0;
  #weight = 0;

  constructor() {
    this.#clear();
  }

  /** Number of a key; undefined when no line has had it since the table was last cleared. */
  find(name: string): number | undefined {
    return this.#ids.get(name);
  }

  /** Number of the key with the raw bytes `raw[start, end)`, including the closing quote; adds an unknown key. */
  intern(name: string, raw: Uint8Array, start: number, end: number): number {
    const known = this.#ids.get(name);
    return known ?? this.#add(name, raw, start, end);
  }

  /** Clears the table if hostile input has filled it. Call between lines. */
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
