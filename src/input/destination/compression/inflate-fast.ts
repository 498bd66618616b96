// Inflates gzip with Node's zlib, off the main thread. Detects that a stream is irregular but not how: Node drops the
// chunk that contains damage, and everything after zero padding. inflate-exactly.ts finds the cause.
import { createGunzip, type Gunzip } from 'node:zlib';
import { INFLATE_CHUNK_BYTES } from './inflate-exactly.ts';

/**
 * The outcome: `whole`; `truncated`, with nothing lost; `damaged` or `padded` (a member is followed by data that Node
 * ignores), after which the stored bytes must be inflated exactly; `broken` if the stored bytes could not be read to
 * their end, after everything they inflated to.
 */
export type FastOutcome = { kind: 'whole' | 'truncated' | 'damaged' | 'padded' } | { kind: 'broken'; error: unknown };

/** Inflates gzip. Holds one stored chunk and at most two output buffers. */
export async function* inflateFast(stored: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, FastOutcome> {
  const gunzip = createGunzip({ chunkSize: INFLATE_CHUNK_BYTES });
  const feed = new Feed(gunzip);
  feed.run(stored);
  try {
    for (;;) {
      const chunk: Buffer | null = gunzip.read();
      if (chunk !== null) yield chunk;
      else if (feed.isStopped) return { kind: feed.isDamaged ? 'damaged' : 'padded' };
      else if (!feed.isDone) await feed.progress();
      else if (feed.failure !== undefined) return { kind: 'broken', error: feed.failure.error };
      else break;
    }
    // Only after all output is read: a stream that fails loses its remaining output.
    if (!(await endsWell(gunzip))) return { kind: 'truncated' };
    return { kind: gunzip.bytesWritten < feed.bytes ? 'padded' : 'whole' };
  } finally {
    feed.stop();
    gunzip.destroy();
  }
}

/** All input is inflated and read, so the only possible fault is a member without an end. */
function endsWell(gunzip: Gunzip): Promise<boolean> {
  return new Promise((resolve) => {
    gunzip.once('end', () => resolve(true));
    gunzip.once('error', () => resolve(false));
    // A stream ends when it is read and has no more data.
    gunzip.on('readable', () => gunzip.read());
    gunzip.end();
  });
}

/** Writes stored bytes into the stream one chunk at a time, and records the result. Never rejects. */
class Feed {
  /** All stored bytes were consumed and inflated. */
  isDone = false;
  /** The stream accepts no more input: it failed, or ended before its input. */
  isStopped = false;
  /** The stream stopped because its input is not valid gzip. */
  isDamaged = false;
  failure: { error: unknown } | undefined;
  /** Bytes written to the stream, which consumes fewer if padding follows a member. */
  bytes = 0;
  readonly #gunzip: Gunzip;
  #written: () => void = () => {};
  #wake: () => void = () => {};

  constructor(gunzip: Gunzip) {
    this.#gunzip = gunzip;
    gunzip.on('readable', () => this.#wake());
    gunzip.on('error', () => {
      this.isDamaged = true;
      this.stop();
    });
    gunzip.on('end', () => this.stop());
  }

  async run(stored: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const chunk of stored) {
        if (!this.isStopped) await this.#write(chunk);
        if (this.isStopped) return;
      }
    } catch (error) {
      this.failure = { error };
    }
    this.isDone = true;
    this.#wake();
  }

  /** Resolves when output may be available, or {@link isDone} or {@link isStopped} changed. */
  progress(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  stop(): void {
    this.isStopped = true;
    this.#written();
    this.#wake();
  }

  /** The stream calls back when a chunk is inflated, but not if it ended inside the chunk: then `stop` resolves. */
  #write(chunk: Uint8Array): Promise<void> {
    this.bytes += chunk.length;
    return new Promise((resolve) => {
      this.#written = resolve;
      this.#gunzip.write(chunk, () => resolve());
    });
  }
}
