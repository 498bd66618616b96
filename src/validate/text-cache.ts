// Bytes → text, with the texts made last at hand: values of logs repeat, and to compare bytes is several times cheaper than to make a
// string. Never holds more than SLOTS short texts.

/** Texts at hand. */
const SLOTS = 1024;
/** Longer texts are made anew each time. Bytes. */
const MAX_BYTES = 64;
/** Bytes from one that is hashed to the next. */
const HASH_STEP = 3;

/** Makes texts. */
export class TextCache {
  readonly #texts: (string | undefined)[] = new Array<string | undefined>(SLOTS).fill(undefined);
  readonly #bytes = new Uint8Array(SLOTS * MAX_BYTES);
  readonly #lengths = new Int32Array(SLOTS);

  /** The text of `bytes[start, end)`. @param bytes valid UTF-8 */
  read(bytes: Buffer, start: number, end: number): string {
    const length = end - start;
    if (length > MAX_BYTES) return bytes.toString('utf8', start, end);
    let hash = length;
    // Every third byte: enough to tell most apart, and all of them are compared.
    for (let i = end - 1; i >= start; i -= HASH_STEP) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const at = slot * MAX_BYTES;
    const known = this.#texts[slot];
    if (known !== undefined && this.#lengths[slot] === length) {
      let k = 0;
      while (k < length && this.#bytes[at + k] === bytes[start + k]) k += 1;
      if (k === length) return known;
    }
    const text = bytes.toString('utf8', start, end);
    this.#texts[slot] = text;
    this.#lengths[slot] = length;
    this.#bytes.set(bytes.subarray(start, end), at);
    return text;
  }
}
