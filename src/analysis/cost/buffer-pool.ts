// Reuses the buffers of texts that were compressed: the system clears each new one first, which takes longer than copying lines into it.
import { CHUNK_BYTES } from '../../language/output/index.ts';

/** Buffers of `CHUNK_BYTES`. */
export class BufferPool {
  readonly #free: Buffer[] = [];

  /** Returns a buffer with any content. */
  take(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
  }

  /** Accepts buffers that nothing refers to any longer, or beginnings of them. Ignores those of other sizes. */
  release(buffers: readonly Buffer[]): void {
    for (const { buffer } of buffers) if (buffer.byteLength === CHUNK_BYTES) this.#free.push(Buffer.from(buffer));
  }
}
