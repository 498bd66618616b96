// Byte streams whose first bytes are inspected or skipped.

/** A stream whose first bytes were read ahead; delivers all of its bytes. */
export class SniffedStream {
  readonly #first: Uint8Array[] = [];
  readonly #rest: AsyncIterator<Uint8Array>;
  /** The error that ended the stream within its first bytes; thrown after them. */
  #failure: { error: unknown } | undefined;
  #isEnded = false;

  private constructor(stored: AsyncIterable<Uint8Array>) {
    this.#rest = stored[Symbol.asyncIterator]();
  }

  /**
   * Reads until `count` bytes are available, or the stream ends.
   * @param isEnough whether the bytes so far suffice: a pipe may be silent for long after them @default never
   */
  static async open(
    stored: AsyncIterable<Uint8Array>,
    count: number,
    isEnough?: (head: Uint8Array) => boolean,
  ): Promise<SniffedStream> {
    const stream = new SniffedStream(stored);
    try {
      for (let seen = 0; seen < count; ) {
        const step = await stream.#rest.next();
        stream.#isEnded = step.done === true;
        if (step.done) break;
        seen += step.value.length;
        // The source may overwrite a chunk when the next one is requested.
        stream.#first.push(seen < count ? new Uint8Array(step.value) : step.value);
        if (seen < count && isEnough?.(stream.head(count)) === true) break;
      }
    } catch (error) {
      // Bytes read before the error count.
      if (stream.#first.length === 0) throw error;
      stream.#failure = { error };
    }
    return stream;
  }

  /** Returns the first bytes; fewer than `count` if the stream is shorter, or fewer were enough. */
  head(count: number): Uint8Array {
    return Buffer.concat(this.#first.map((chunk) => chunk.subarray(0, count))).subarray(0, count);
  }

  /** Returns all bytes of a stream that ended within its first bytes, without an error; undefined of any other. */
  whole(): Uint8Array | undefined {
    if (!this.#isEnded) return undefined;
    return this.#first.length === 1 ? this.#first[0] : Buffer.concat(this.#first);
  }

  /** Delivers all bytes, including the first ones. */
  async *bytes(): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#first;
      if (this.#failure !== undefined) throw this.#failure.error;
      yield* { [Symbol.asyncIterator]: () => this.#rest };
    } finally {
      await this.close();
    }
  }

  /** Ends the stream without reading further. */
  async close(): Promise<void> {
    await this.#rest.return?.();
  }
}

/** Delivers the bytes after the first `count`. */
export async function* skipBytes(bytes: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let before = count;
  for await (const chunk of bytes) {
    if (chunk.length > before) yield before === 0 ? chunk : chunk.subarray(before);
    before = Math.max(0, before - chunk.length);
  }
}
