// Splits the bytes of a JSON document into pieces for the tokenizer, at the start and end of every element. The tokenizer reports no
// positions, and loses its newest tokens when it fails. With these pieces, each belongs to one element, its position is known, and
// every element before an error has been passed on.
import { isUtf8 } from 'node:buffer';
import { asBuffer } from '../byte-buffer.ts';

/** Maximum size of a piece, which limits the number of its tokens. Bytes; our own choice. */
const MAX_PIECE_BYTES = 64 * 1024;

/** Levels around the records of a root array, and of an array in an envelope. */
const ARRAY_DEPTH = 1;
const ENVELOPE_DEPTH = 2;

const COMMA = 44;
const QUOTE = 34;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** A piece of a document with its position. Offsets are in the object's inflated bytes. */
export interface Piece {
  /** Never ends inside a character. */
  bytes: Buffer;
  isValidUtf8: boolean;
  /** Whether the piece is one whole element, from its opening to its closing bracket. */
  isWhole: boolean;
  /** The byte after the piece. */
  end: number;
  /** Start of the value (or of the key before it) that the piece belongs to, and its end so far, exclusive. */
  valueStart: number;
  valueEnd: number;
}

/** Splits one document. The pieces' values do not depend on the chunks. */
export class JsonPieces {
  readonly #target: (piece: Piece) => void;
  #cutDepth: number;
  readonly #hasPath: boolean;
  readonly #piece: Piece;
  #depth = 0;
  #isInString = false;
  #isAfterBackslash = false;
  /** Whether no byte of the next value has arrived. */
  #isBetween = true;
  #wasSpace = false;
  /** Whether the next piece ends with the closing bracket of an element. */
  #isElementEnd = false;
  /** The first bytes of an incomplete character; at most three. */
  #tail: Buffer = Buffer.alloc(0);

  /**
   * @param target receives the pieces in order; the next piece overwrites the previous one
   * @param pathDepth number of levels whose values are separated; if undefined, those of a root array or envelope
   * @param offset of the first byte that will be pushed
   */
  constructor(target: (piece: Piece) => void, pathDepth: number | undefined, offset: number) {
    this.#target = target;
    this.#hasPath = pathDepth !== undefined;
    this.#cutDepth = pathDepth ?? ENVELOPE_DEPTH;
    this.#piece = {
      bytes: Buffer.alloc(0),
      isValidUtf8: true,
      isWhole: false,
      end: offset,
      valueStart: offset,
      valueEnd: offset,
    };
  }

  /** Whether all opened brackets and quotes are closed, whatever they contain. */
  get isClosed(): boolean {
    return this.#depth === 0 && !this.#isInString;
  }

  push(chunk: Uint8Array): void {
    const bytes = this.#tail.length > 0 ? Buffer.concat([this.#tail, chunk]) : asBuffer(chunk);
    const end = bytes.length - unfinishedBytes(bytes);
    const base = this.#piece.end;
    let start = 0;
    const cut = (at: number): void => {
      if (at > start) this.#emit(bytes, start, at);
      start = Math.max(start, at);
    };
    for (let i = 0; i < end; i += 1) {
      if (i - start >= MAX_PIECE_BYTES && (bytes[i]! & 0xc0) !== 0x80) cut(i);
      let byte = bytes[i]!;
      if (this.#isInString) {
        const stop = Math.min(end, start + MAX_PIECE_BYTES) - 1;
        if (!this.#isAfterBackslash) while (byte !== QUOTE && byte !== BACKSLASH && i < stop) byte = bytes[++i]!;
        if (this.#isAfterBackslash) this.#isAfterBackslash = false;
        else if (byte === BACKSLASH) this.#isAfterBackslash = true;
        else if (byte === QUOTE) {
          this.#isInString = false;
          this.#piece.valueEnd = base + i + 1;
          if (this.#depth <= this.#cutDepth) cut(i + 1);
        }
        continue;
      }
      const isOpening = byte === OPEN_BRACE || byte === OPEN_BRACKET;
      if (isOpening) this.#depth += 1;
      const isClosing = byte === CLOSE_BRACE || byte === CLOSE_BRACKET;
      // Inside an element only its end matters.
      const isAround = this.#depth <= this.#cutDepth + (isOpening || isClosing ? 1 : 0);
      if (isAround) this.#place(byte, i, base, cut);
      else if (byte === QUOTE) this.#isInString = true;
      else if (isClosing) this.#depth -= 1;
    }
    cut(end);
    this.#tail = Buffer.from(bytes.subarray(end));
  }

  /** Passes on the remaining bytes, with a line end that terminates a number or word. */
  end(): void {
    const rest = Buffer.concat([this.#tail, Buffer.from('\n')]);
    this.#emit(rest, 0, rest.length);
  }

  #place(byte: number, index: number, base: number, cut: (at: number) => void): void {
    const isShallow = this.#depth <= this.#cutDepth;
    const isSpace = byte === 32 || byte === 9 || byte === 10 || byte === 13;
    if (isSpace !== this.#wasSpace && isShallow) cut(index);
    this.#wasSpace = isSpace;
    if (isSpace) return;
    const isOpening = byte === OPEN_BRACE || byte === OPEN_BRACKET;
    const isClosing = byte === CLOSE_BRACE || byte === CLOSE_BRACKET;
    if (isOpening) cut(index);
    if (byte === OPEN_BRACKET && this.#depth === 1 && !this.#hasPath) this.#cutDepth = ARRAY_DEPTH;
    if (isClosing || byte === COMMA) {
      this.#isElementEnd = isClosing && !isShallow;
      if (isClosing) this.#depth -= 1;
      if (this.#depth > this.#cutDepth) return;
      cut(index + 1);
      this.#isElementEnd = false;
      this.#isBetween = true;
      return;
    }
    if (isOpening || (this.#isBetween && isShallow)) this.#piece.valueStart = base + index;
    this.#isBetween = isOpening && isShallow;
    this.#piece.valueEnd = base + index + 1;
    if (byte === QUOTE) this.#isInString = true;
    if (isOpening && isShallow) cut(index + 1);
  }

  #emit(bytes: Buffer, start: number, end: number): void {
    this.#piece.end += end - start;
    this.#piece.bytes = bytes.subarray(start, end);
    this.#piece.isValidUtf8 = isUtf8(this.#piece.bytes);
    this.#piece.isWhole = this.#isElementEnd && this.#piece.valueStart === this.#piece.end - (end - start);
    this.#target(this.#piece);
  }
}

/** Number of bytes at the end that belong to an incomplete UTF-8 character. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      return length > back ? back : 0;
    }
  }
  return 0;
}
