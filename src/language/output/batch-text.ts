// Writes the text of one batch, the content of one object: batch_prefix, the records with the delimiter between them,
// batch_suffix. Delivers it in chunks. A batch without records has no text.
import type { ResolvedOutput } from './defaults.ts';
import { makesLookup, REWRITTEN_DOLLAR, rewriteLookups } from './lookups.ts';

/** Size of a chunk: about a hundred lines. Each job has one per object being read. Bytes. Chosen by headgate. */
export const CHUNK_BYTES = 128 * 1024;

/** Assembles one batch. */
export class BatchText {
  readonly #onChunk: (chunk: Buffer) => void;
  readonly #newChunk: () => Buffer;
  readonly #rewrites: boolean;
  readonly #prefix: Buffer;
  readonly #suffix: Buffer;
  readonly #delimiter: Buffer;
  #chunk: Buffer = Buffer.alloc(0);
  #used = 0;
  #lines = 0;
  #bytes = 0;

  /**
   * @param onChunk takes ownership of the bytes
   * @param newChunk returns a buffer of {@link CHUNK_BYTES} with any content @default a new one
   */
  constructor(
    options: ResolvedOutput,
    onChunk: (chunk: Buffer) => void,
    newChunk: () => Buffer = () => Buffer.allocUnsafeSlow(CHUNK_BYTES),
  ) {
    this.#onChunk = onChunk;
    this.#newChunk = newChunk;
    this.#rewrites = options['CVE-2021-44228'];
    this.#prefix = this.#bytesOf(options.batch_prefix);
    this.#suffix = this.#bytesOf(options.batch_suffix);
    this.#delimiter = this.#bytesOf(options.record_delimiter);
  }

  /** Records added. */
  get lines(): number {
    return this.#lines;
  }

  /** Bytes of the batch so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds a record printed by a LineOutput. */
  add(record: Uint8Array): void {
    this.#append(this.#lines === 0 ? this.#prefix : this.#delimiter);
    this.#append(record);
    this.#lines += 1;
  }

  /** Delivers the pending bytes to a waiting reader. Keeps a final `$`, which the next byte may turn into an `x`. */
  flush(): void {
    const isOpen = this.#used > 0 && makesLookup(this.#chunk[this.#used - 1], '{'.charCodeAt(0));
    const ready = isOpen ? this.#used - 1 : this.#used;
    if (ready === 0) return;
    const rest = this.#chunk.subarray(ready, this.#used);
    this.#onChunk(this.#chunk.subarray(0, ready));
    this.#chunk = this.#newChunk();
    this.#chunk.set(rest);
    this.#used = rest.length;
  }

  /** Ends the batch and delivers the rest. */
  end(): void {
    if (this.#lines === 0) return;
    this.#append(this.#suffix);
    if (this.#used > 0) this.#onChunk(this.#chunk.subarray(0, this.#used));
    this.#used = 0;
  }

  #bytesOf(text: string): Buffer {
    const bytes = Buffer.from(text);
    if (this.#rewrites) rewriteLookups(bytes, false);
    return bytes;
  }

  /** A full chunk is delivered only when more bytes follow: until then its last byte may change. */
  #append(piece: Uint8Array): void {
    if (piece.length === 0) return;
    const isSplit = this.#rewrites && this.#used > 0 && makesLookup(this.#chunk[this.#used - 1], piece[0]);
    if (isSplit) this.#chunk[this.#used - 1] = REWRITTEN_DOLLAR;
    this.#bytes += piece.length;
    for (let at = 0; at < piece.length; ) {
      if (this.#used === this.#chunk.length) this.#nextChunk();
      const size = Math.min(piece.length - at, this.#chunk.length - this.#used);
      this.#chunk.set(at === 0 && size === piece.length ? piece : piece.subarray(at, at + size), this.#used);
      this.#used += size;
      at += size;
    }
  }

  #nextChunk(): void {
    if (this.#used > 0) this.#onChunk(this.#chunk);
    this.#chunk = this.#newChunk();
    this.#used = 0;
  }
}
