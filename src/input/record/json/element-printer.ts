// Tokens of one JSON value → compact JSON of limited size. Keeps the text of numbers and the order of keys.
import { ByteBuffer } from '../byte-buffer.ts';
import type { Token } from './json-tokens.ts';

/** Size at which text is encoded to bytes. Characters. */
const FLUSH_CHARACTERS = 16 * 1024;
/** Characters that JSON.stringify may escape. This test is faster than a call for each string. */
export const NEEDS_ESCAPE = /[\x00-\x1f"\\\ud800-\udfff]/;

/** Prints one value after another. */
export class ElementPrinter {
  /** Number of open levels in the value; 0 before it begins and when it is complete. */
  depth = 0;
  /** The compact JSON exceeds the limit and is discarded. */
  isTooLong = false;
  readonly #maxBytes: number;
  readonly #printed = new ByteBuffer();
  #text = '';
  #needsComma = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Discards the last value. */
  reset(): void {
    this.depth = 0;
    this.isTooLong = false;
    this.#printed.clear();
    this.#text = '';
    this.#needsComma = false;
  }

  add(token: Token): void {
    switch (token.name) {
      case 'startKey':
      case 'startString':
        this.#begin('"');
        break;
      case 'endKey':
        this.#text += '":';
        this.#needsComma = false;
        break;
      case 'endString':
        this.#end('"');
        break;
      case 'stringChunk':
        this.#text += NEEDS_ESCAPE.test(token.value) ? JSON.stringify(token.value).slice(1, -1) : token.value;
        break;
      case 'startObject':
      case 'startArray':
        this.depth += 1;
        this.#begin(token.name === 'startObject' ? '{' : '[');
        this.#needsComma = false;
        break;
      case 'endObject':
      case 'endArray':
        this.depth -= 1;
        this.#end(token.name === 'endObject' ? '}' : ']');
        break;
      case 'startNumber':
        this.#begin('');
        break;
      case 'numberChunk':
        this.#text += token.value;
        break;
      case 'endNumber':
        this.#end('');
        break;
      case 'trueValue':
      case 'falseValue':
      case 'nullValue':
        this.#begin(String(token.value));
        this.#end('');
        break;
    }
    if (this.#text.length >= FLUSH_CHARACTERS) this.#flush();
  }

  /** Returns the whole value with one LF at its end, valid until the next token; undefined when it is too long. */
  take(): Buffer | undefined {
    this.#flush();
    if (this.isTooLong) return undefined;
    this.#printed.append(Uint8Array.of(10), 0, 1);
    return this.#printed.view();
  }

  #begin(text: string): void {
    this.#text += this.#needsComma ? `,${text}` : text;
  }

  #end(text: string): void {
    this.#text += text;
    this.#needsComma = true;
  }

  #flush(): void {
    if (!this.isTooLong) {
      const bytes = Buffer.from(this.#text);
      this.isTooLong = this.#printed.length + bytes.length > this.#maxBytes;
      if (this.isTooLong) this.#printed.clear();
      else this.#printed.append(bytes, 0, bytes.length);
    }
    this.#text = '';
  }
}
