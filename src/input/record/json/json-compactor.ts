// Bytes of one JSON object → the same compact JSON that ElementPrinter prints from its tokens, many times faster. Checks nothing:
// invalid JSON stays invalid. Returns undefined for values that ElementPrinter prints differently.
import { NEEDS_ESCAPE } from './element-printer.ts';

const LF = 10;
const QUOTE = 34;
const BACKSLASH = 92;

/** 1 for whitespace. */
const IS_SPACE = new Uint8Array(256);
for (const byte of Buffer.from(' \t\r\n')) IS_SPACE[byte] = 1;
/** 1 for the characters of numbers and words. */
const IS_WORD = new Uint8Array(256).fill(1);
for (const byte of Buffer.from('{}[]:,"')) IS_WORD[byte] = 0;

/** Compacts one value after another. */
export class JsonCompactor {
  #out: Buffer = Buffer.allocUnsafeSlow(0);

  /**
   * @param bytes valid UTF-8
   * @returns compact JSON with one LF at its end, valid until the next call; undefined when ElementPrinter must print the value
   */
  compact(bytes: Buffer): Buffer | undefined {
    // The compact form is never longer.
    if (this.#out.length <= bytes.length) this.#out = Buffer.allocUnsafeSlow(2 * bytes.length + 1);
    const out = this.#out;
    const end = bytes.length;
    let to = 0;
    for (let i = 0; i < end; i += 1) {
      const byte = bytes[i]!;
      if (IS_SPACE[byte] === 1) {
        while (IS_SPACE[bytes[i + 1]!] === 1) i += 1;
        // Two parts of a number must not become one.
        if (to > 0 && IS_WORD[out[to - 1]!] === 1 && IS_WORD[bytes[i + 1]!] === 1) return undefined;
        continue;
      }
      out[to++] = byte;
      if (byte !== QUOTE) continue;
      const first = i;
      i += 1;
      while (i < end && bytes[i] !== QUOTE && bytes[i] !== BACKSLASH) out[to++] = bytes[i++]!;
      if (bytes[i] === BACKSLASH) {
        const text = plainText(bytes, first);
        if (text === undefined) return undefined;
        to = to - (i - first) + out.write(text.json, to - (i - first));
        i = text.end - 1;
      } else out[to++] = QUOTE;
    }
    out[to++] = LF;
    return out.subarray(0, to);
  }
}

/** Prints a string that has escapes. @param at index of its opening quote @returns undefined when ElementPrinter must print it */
function plainText(bytes: Buffer, at: number): { json: string; end: number } | undefined {
  let end = at + 1;
  while (end < bytes.length && bytes[end] !== QUOTE) end += bytes[end] === BACKSLASH ? 2 : 1;
  const stored = bytes.toString('utf8', at, end + 1);
  try {
    const value: string = JSON.parse(stored);
    return { json: NEEDS_ESCAPE.test(value) ? JSON.stringify(value) : `"${value}"`, end: end + 1 };
  } catch {
    return undefined;
  }
}
