// Tokens of one JSON value → compact JSON text, numbers and order as they stand, bounded in size.
import { ByteBuffer } from '../byte-buffer.ts';
import type { Token } from './json-tokens.ts';

/** Text is turned into bytes in parts of about this size. Characters. */
const FLUSH_CHARACTERS = 16 * 1024;
/** What JSON.stringify may escape; asking first is faster than calling it for each string. */
export const NEEDS_ESCAPE = /[\x00-\x1f"\\\ud800-\udfff]/;

/** Prints one value after another. */
export class ElementPrinter {
  /** Levels open in the value; 0 before it begins and once it is whole. */
  depth = 0;
  /** Compact JSON is longer than the limit; nothing is kept. */
  isTooLong = false;
  readonly #maxBytes: number;
  readonly #printed = new ByteBuffer();
  #text = '';
  #needsComma = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Forgets the last value. */
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

  /** The whole value with one LF at its end, valid until the next token; undefined when it is too long. */
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
