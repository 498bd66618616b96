// gzip → bytes by Node's zlib, off the main thread. Says when something is out of the ordinary, and then does not say
// what: Node drops the chunk in which damage lies, and all that follows zero padding. inflate-exactly.ts knows.
import { createGunzip, type Gunzip } from 'node:zlib';
import { INFLATE_CHUNK_BYTES } from './inflate-exactly.ts';

/**
 * How it ended: `whole`; `truncated` with nothing lost; `damaged` or `padded` (something follows a member that Node did
 * not look at), where the stored bytes must be inflated exactly; `broken` where they could not be read on, after all
 * they inflated to.
 */
export type FastOutcome = { kind: 'whole' | 'truncated' | 'damaged' | 'padded' } | { kind: 'broken'; error: unknown };

/** Inflates gzip. Holds one stored chunk and at most two buffers of output. */
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
    // Only now, with everything read out: a stream that fails loses what it still holds.
    if (!(await endsWell(gunzip))) return { kind: 'truncated' };
    return { kind: gunzip.bytesWritten < feed.bytes ? 'padded' : 'whole' };
  } finally {
    feed.stop();
    gunzip.destroy();
  }
}

/** All input is inflated and read out, so the one thing that can be wrong is that a member has no end. */
function endsWell(gunzip: Gunzip): Promise<boolean> {
  return new Promise((resolve) => {
    gunzip.once('end', () => resolve(true));
    gunzip.once('error', () => resolve(false));
    // A stream ends when it is asked for more and there is none.
    gunzip.on('readable', () => gunzip.read());
    gunzip.end();
  });
}

/** Writes stored bytes into the stream one chunk at a time, and remembers how that went. Never rejects. */
class Feed {
  /** All stored bytes were taken and inflated. */
  isDone = false;
  /** The stream takes no more: it failed, or ended before its input did. */
  isStopped = false;
  /** It takes no more because what it was given is not gzip. */
  isDamaged = false;
  failure: { error: unknown } | undefined;
  /** Bytes written to the stream, which takes fewer where padding follows a member. */
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

  /** Resolves when there may be something to read or {@link isDone} or {@link isStopped} changed. */
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

  /** The stream calls back when a chunk is inflated, but never where it ended inside one: `stop` resolves then. */
  #write(chunk: Uint8Array): Promise<void> {
    this.bytes += chunk.length;
    return new Promise((resolve) => {
      this.#written = resolve;
      this.#gunzip.write(chunk, () => resolve());
    });
  }
}
