// The hot state machine: one line of JSON → the positions of its top-level fields. Validates the whole line, decodes nothing.
// Scans top-level strings and keys inline instead of calling ValueScanner: this loop reads every byte of every log.
import { KeyTable } from './key-table.ts';
import { skipSpace, ValueScanner } from './value-scanner.ts';

const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Why a line is malformed. */
export type ScanFailure = 'invalid-json' | 'not-object' | 'too-deep';

/** Finds the fields of one line after another; the arrays contain those of the newest line. */
export class LineScanner {
  readonly keys = new KeyTable();
  /** Number of top-level fields, duplicate keys counted separately. */
  count = 0;
  /** Whether the line has a duplicate key. */
  hasRepeats = false;
  /** By field: number of its key in {@link keys}. */
  ids = new Int32Array(256);
  /** By field: first byte of the value, and the byte after it. */
  starts = new Int32Array(256);
  ends = new Int32Array(256);
  /** By field: size of key, colon, value and one comma, without whitespace. Bytes. */
  sizes = new Int32Array(256);
  /** By field: 1 when the value is a string with an escape. */
  escaped = new Uint8Array(256);
  /** Why, and at which index, the last scan failed. `wanted` is the expected text, empty unless `invalid-json`. */
  failure: ScanFailure = 'invalid-json';
  failedAt = 0;
  wanted = '';
  readonly #values = new ValueScanner();
  /** Set by {@link #readKey}. */
  #keyId = 0;

  /**
   * Scans `bytes[start, end)`. Requires valid UTF-8, and LF or CR at `bytes[end]`.
   * @returns whether it is one JSON object
   */
  scan(bytes: Buffer, start: number, end: number): boolean {
    const values = this.#values;
    const keys = this.keys;
    keys.trim();
    this.count = 0;
    this.hasRepeats = false;
    let i = skipSpace(bytes, start, end);
    if (bytes[i] !== OPEN_BRACE) return this.#rejectOther(bytes, i, end);
    i = skipSpace(bytes, i + 1, end);
    if (bytes[i] === CLOSE_BRACE) return this.#finish(bytes, i + 1, end);

    let count = 0;
    let id = 0;
    for (;;) {
      // Invariant: bytes[i] must be the quote before a key, and `id` is the previous key.
      if (bytes[i] !== QUOTE) return this.#fail(i, 'a key in double quotes');
      const keyStart = i;
      i += 1;
      const guess = keys.next[id]!;
      const known = keys.bytes;
      let k = keys.starts[guess]!;
      const knownEnd = k + keys.lengths[guess]!;
      while (k < knownEnd && bytes[i] === known[k]) {
        k += 1;
        i += 1;
      }
      if (k === knownEnd) id = guess;
      else {
        i = this.#readKey(bytes, keyStart);
        if (i < 0) return this.#failValue();
        keys.next[id] = this.#keyId;
        id = this.#keyId;
      }
      const keyBytes = i - keyStart;

      if (bytes[i] !== COLON) {
        i = skipSpace(bytes, i, end);
        if (bytes[i] !== COLON) return this.#fail(i, '":"');
      }
      i += 1;
      let c = bytes[i]!;
      if (c <= SPACE) {
        i = skipSpace(bytes, i, end);
        c = bytes[i]!;
      }

      const valueStart = i;
      let spaces = 0;
      let isEscaped = 0;
      if (c === QUOTE) {
        for (;;) {
          c = bytes[++i]!;
          while (c !== QUOTE && c !== BACKSLASH && c >= SPACE) c = bytes[++i]!;
          if (c === QUOTE) break;
          if (c !== BACKSLASH) return this.#fail(i, 'a closing quote before any control character');
          isEscaped = 1;
          i = values.escape(bytes, i) - 1;
          if (i < 0) return this.#failValue();
        }
        i += 1;
      } else if (c === MINUS || (c >= ZERO && c <= NINE)) {
        i = values.number(bytes, i);
        if (i < 0) return this.#failValue();
      } else {
        values.spaces = 0;
        i = values.value(bytes, i, end, 1);
        if (i < 0) return this.#failValue();
        spaces = values.spaces;
      }

      if (count === this.ids.length) this.#grow();
      this.ids[count] = id;
      this.starts[count] = valueStart;
      this.ends[count] = i;
      this.sizes[count] = keyBytes + (i - valueStart) - spaces + 2;
      this.escaped[count] = isEscaped;
      // A stale `first` points at another key's field, or past the fields read so far.
      const first = keys.first[id]!;
      if (first < count && this.ids[first] === id) this.hasRepeats = true;
      else keys.first[id] = count;
      keys.last[id] = count;
      count += 1;

      c = bytes[i]!;
      if (c <= SPACE) {
        i = skipSpace(bytes, i, end);
        c = bytes[i]!;
      }
      if (c === COMMA) {
        i += 1;
        if (bytes[i]! <= SPACE) i = skipSpace(bytes, i, end);
        continue;
      }
      if (c !== CLOSE_BRACE) return this.#fail(i, '"," or "}"');
      this.count = count;
      return this.#finish(bytes, i + 1, end);
    }
  }

  /** Index of the last field with this key; -1 when the line lacks it. */
  indexOf(name: string): number {
    const id = this.keys.find(name);
    if (id === undefined) return -1;
    const index = this.keys.last[id]!;
    return index < this.count && this.ids[index] === id ? index : -1;
  }

  /** Reads a key that the table did not predict. */
  #readKey(bytes: Buffer, at: number): number {
    this.#values.isEscaped = false;
    const end = this.#values.string(bytes, at);
    if (end < 0) return end;
    const name: string = this.#values.isEscaped
      ? JSON.parse(bytes.toString('utf8', at, end))
      : bytes.toString('utf8', at + 1, end - 1);
    this.#keyId = this.keys.intern(name, bytes, at + 1, end);
    return end;
  }

  #finish(bytes: Uint8Array, at: number, end: number): boolean {
    const i = skipSpace(bytes, at, end);
    return i === end || this.#fail(i, 'the end of the line');
  }

  /** Rejects a line that does not begin with a brace: valid JSON of another type, or invalid JSON. */
  #rejectOther(bytes: Uint8Array, at: number, end: number): false {
    const after = this.#values.value(bytes, at, end, 0);
    if (after < 0) return this.#failValue();
    const i = skipSpace(bytes, after, end);
    if (i !== end) return this.#fail(i, 'the end of the line');
    this.#fail(at, '');
    this.failure = 'not-object';
    return false;
  }

  #failValue(): false {
    this.#fail(this.#values.failedAt, this.#values.wanted);
    if (this.wanted === '') this.failure = 'too-deep';
    return false;
  }

  #fail(at: number, wanted: string): false {
    this.count = 0;
    this.failure = 'invalid-json';
    this.failedAt = at;
    this.wanted = wanted;
    return false;
  }

  #grow(): void {
    const capacity = this.ids.length * 2;
    this.ids = resized(this.ids, new Int32Array(capacity));
    this.starts = resized(this.starts, new Int32Array(capacity));
    this.ends = resized(this.ends, new Int32Array(capacity));
    this.sizes = resized(this.sizes, new Int32Array(capacity));
    this.escaped = resized(this.escaped, new Uint8Array(capacity));
  }
}

function resized<Numbers extends Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(
  from: Numbers,
  to: Numbers,
): Numbers {
  to.set(from);
  return to;
}
