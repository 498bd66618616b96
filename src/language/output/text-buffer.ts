// A growing byte buffer for one record, reused for the next record.

const QUOTE = 34;
/** The runtime copies longer values, a loop here shorter ones: a call costs as much as this many bytes. Measured. */
const SHORT_BYTES = 64;

/** A growing buffer. */
export class TextBuffer {
  #bytes = Buffer.allocUnsafeSlow(4096);
  #length = 0;

  /** Bytes written. */
  get length(): number {
    return this.#length;
  }

  /** Removes all but the first bytes. */
  cut(length: number): void {
    this.#length = length;
  }

  clear(): void {
    this.#length = 0;
  }

  /** Returns the bytes written. Valid until the buffer is used again. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Appends `source[start, end)`. */
  append(source: Uint8Array, start = 0, end = source.length): void {
    const size = end - start;
    this.#reserve(size);
    const bytes = this.#bytes;
    let at = this.#length;
    if (size > SHORT_BYTES) bytes.set(source.subarray(start, end), at);
    else for (let i = start; i < end; i += 1) bytes[at++] = source[i]!;
    this.#length += size;
  }

  /** Appends `source[start, end)` in double quotes, with each quote inside doubled. */
  appendQuoted(source: Uint8Array, start: number, end: number): void {
    this.#reserve((end - start) * 2 + 2);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = QUOTE;
    for (let i = start; i < end; i += 1) {
      const byte = source[i]!;
      if (byte === QUOTE) bytes[at++] = QUOTE;
      bytes[at++] = byte;
    }
    bytes[at++] = QUOTE;
    this.#length = at;
  }

  appendText(text: string): void {
    this.#reserve(Buffer.byteLength(text));
    this.#length += this.#bytes.write(text, this.#length);
  }

  #reserve(more: number): void {
    const wanted = this.#length + more;
    if (wanted <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(wanted, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
