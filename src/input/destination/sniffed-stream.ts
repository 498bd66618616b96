// Byte streams whose first bytes are inspected or skipped.

/** A stream whose first bytes were read ahead; delivers all of its bytes. */
export class SniffedStream {
  /** The first `count` bytes; fewer if the stream is shorter, or fewer were enough. */
  readonly head: Uint8Array;
  readonly #first: readonly Uint8Array[];
  readonly #rest: AsyncIterator<Uint8Array>;
  /** The error that ended the stream within its first bytes; thrown after them. */
  readonly #failure: { error: unknown } | undefined;

  private constructor(
    first: readonly Uint8Array[],
    rest: AsyncIterator<Uint8Array>,
    { count, failure }: { count: number; failure: { error: unknown } | undefined },
  ) {
    this.#failure = failure;
    this.head = Buffer.concat(first.map((chunk) => chunk.subarray(0, count))).subarray(0, count);
    this.#first = first;
    this.#rest = rest;
  }

  /**
   * Reads until `count` bytes are available, or the stream ends.
   * @param isEnough whether the bytes so far suffice: a pipe may be silent for long after them @default never
   */
  static async open(
    stored: AsyncIterable<Uint8Array>,
    count: number,
    isEnough: (head: Uint8Array) => boolean = () => false,
  ): Promise<SniffedStream> {
    const rest = stored[Symbol.asyncIterator]();
    const first: Uint8Array[] = [];
    let failure: { error: unknown } | undefined;
    try {
      for (let seen = 0; seen < count; ) {
        const step = await rest.next();
        if (step.done) break;
        seen += step.value.length;
        // The source may overwrite a chunk when the next one is requested.
        first.push(seen < count ? Uint8Array.from(step.value) : step.value);
        if (seen < count && isEnough(Buffer.concat(first))) break;
      }
    } catch (error) {
      // Bytes read before the error count.
      if (first.length === 0) throw error;
      failure = { error };
    }
    return new SniffedStream(first, rest, { count, failure });
  }

  /** Delivers all bytes, including the first ones. */
  async *bytes(): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#first;
      if (this.#failure !== undefined) throw this.#failure.error;
      for (let step = await this.#rest.next(); !step.done; step = await this.#rest.next()) yield step.value;
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
