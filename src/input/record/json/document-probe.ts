// Decides, as bytes arrive, whether the head of an object is one JSON document, and which arrays of objects it contains.
import { createTokenizer, type Token } from './json-tokens.ts';

/** The state of a document so far. */
export class DocumentProbe {
  /** The bytes are not one JSON document, or something other than whitespace follows it. */
  isBroken = false;
  /** The document is complete. */
  isWhole = false;
  /** Keys of the document whose value is an array that begins with an object, in their order. */
  readonly arrays: string[] = [];
  readonly #tokenize = createTokenizer({ packKeys: true });
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #depth = 0;
  #key = '';
  #isFirstElement = false;

  push(bytes: Uint8Array): void {
    this.#read(this.#decoder.decode(bytes, { stream: true }));
  }

  end(): void {
    this.#read('\n');
  }

  #read(text: string): void {
    if (this.isBroken) return;
    try {
      for (const token of this.#tokenize(text)) this.#follow(token);
    } catch {
      this.isBroken = true;
    }
  }

  #follow(token: Token): void {
    if (this.#isFirstElement && token.name === 'startObject') this.arrays.push(this.#key);
    this.#isFirstElement = this.#depth === 1 && token.name === 'startArray';
    if (token.name === 'keyValue' && this.#depth === 1) this.#key = token.value;
    else if (token.name === 'startObject' || token.name === 'startArray') this.#depth += 1;
    else if (token.name === 'endObject' || token.name === 'endArray') {
      this.#depth -= 1;
      this.isWhole = this.#depth === 0;
    }
  }
}
