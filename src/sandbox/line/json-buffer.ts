// A growing buffer for the JSON of one line, reused for the next line. Writes values byte for byte as src/base prints them.
import { printJson, type Value } from '../../base/index.ts';

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const ZERO = 48;
const TEN = 10;
/** Integers from here on are printed by the runtime: below it, 32-bit arithmetic is exact. */
const MANY_DIGITS = 1e9;
const OPEN = 91;
const CLOSE = 93;
const SPACE = 32;
const FIRST_NON_ASCII = 128;
/** Most bytes of a UTF-16 unit in JSON: `\u0001`. */
const UNIT_BYTES = 6;
/** The runtime writes longer strings, a loop here shorter ones: a call costs as much as this many characters. Measured. */
const SHORT_LENGTH = 96;
const FIRST_CAPACITY = 4096;
/** A larger buffer is released by {@link JsonBuffer.clear}: one exchange may have megabytes of headers. Bytes. */
const KEEP_CAPACITY = 256 * 1024;
/** Matches what a string cannot contain if its characters are its bytes. */
const NOT_PLAIN = /[^ !#-[\]-\x7f]/;
/** Matches what `JSON.stringify` may escape. */
const NEEDS_ESCAPE = /[\x00-\x1f"\\\ud800-\udfff]/;

/** A growing buffer. */
export class JsonBuffer {
  #bytes = Buffer.allocUnsafeSlow(FIRST_CAPACITY);
  /** Bytes written. */
  length = 0;

  clear(): void {
    this.length = 0;
    if (this.#bytes.length > KEEP_CAPACITY) this.#bytes = Buffer.allocUnsafeSlow(FIRST_CAPACITY);
  }

  /** Returns the bytes written. Valid until the buffer is used again. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  /** Appends a few bytes. */
  append(source: Uint8Array): void {
    const { length } = source;
    this.#reserve(length);
    const bytes = this.#bytes;
    let at = this.length;
    for (let i = 0; i < length; i += 1) bytes[at++] = source[i]!;
    this.length = at;
  }

  appendByte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.length] = byte;
    this.length += 1;
  }

  appendValue(value: Value): void {
    if (typeof value === 'string') this.#appendString(value);
    else if (typeof value === 'number' && value >= 0 && value < MANY_DIGITS) this.#appendDigits(value);
    else if (typeof value === 'number' || typeof value === 'bigint') this.#appendAscii(`${value}`);
    else if (Array.isArray(value)) this.#appendArray(value);
    else this.#appendText(printJson(value));
  }

  #appendArray(values: readonly Value[]): void {
    this.appendByte(OPEN);
    for (let i = 0; i < values.length; i += 1) {
      if (i > 0) this.appendByte(COMMA);
      this.appendValue(values[i]!);
    }
    this.appendByte(CLOSE);
  }

  /** Appends a string in quotes. */
  #appendString(text: string): void {
    this.#reserve(text.length * UNIT_BYTES + 2);
    if (text.length > SHORT_LENGTH) this.#appendLong(text);
    else if (!this.#appendPlain(text)) this.#appendEscaped(text);
  }

  /** @returns false, with nothing appended, for a string whose characters are not its bytes */
  #appendPlain(text: string): boolean {
    const bytes = this.#bytes;
    let at = this.length;
    bytes[at++] = QUOTE;
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code < SPACE || code >= FIRST_NON_ASCII || code === QUOTE || code === BACKSLASH) return false;
      bytes[at++] = code;
    }
    bytes[at++] = QUOTE;
    this.length = at;
    return true;
  }

  #appendLong(text: string): void {
    if (NOT_PLAIN.test(text)) {
      this.#appendEscaped(text);
      return;
    }
    const at = this.length;
    this.#bytes[at] = QUOTE;
    const written = this.#bytes.write(text, at + 1, 'latin1');
    this.#bytes[at + 1 + written] = QUOTE;
    this.length = at + written + 2;
  }

  #appendEscaped(text: string): void {
    this.#appendText(NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`);
  }

  #appendText(text: string): void {
    this.#reserve(text.length * UNIT_BYTES);
    this.length += this.#bytes.write(text, this.length, 'utf8');
  }

  /** Appends a small integer without a string of it. */
  #appendDigits(value: number): void {
    let end = this.length + 1;
    for (let rest = value; rest >= TEN; rest = (rest / TEN) | 0) end += 1;
    this.#reserve(end - this.length);
    const bytes = this.#bytes;
    let at = end;
    let rest = value;
    do {
      const less = (rest / TEN) | 0;
      at -= 1;
      bytes[at] = ZERO + rest - less * TEN;
      rest = less;
    } while (rest > 0);
    this.length = end;
  }

  #appendAscii(text: string): void {
    this.#reserve(text.length);
    const bytes = this.#bytes;
    let at = this.length;
    for (let i = 0; i < text.length; i += 1) bytes[at++] = text.charCodeAt(i);
    this.length = at;
  }

  #reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
  }
}
