// A decoder of Node's zlib that is used step by step: after each write, the data decoded from it can be taken. Node drops the data of a write
// that contains damage.
import type { Gunzip, ZstdDecompress } from 'node:zlib';

/** Decodes one stream. */
export class Decoder {
  /** Bytes decoded so far. */
  bytes = 0;
  readonly #stream: Gunzip | ZstdDecompress;
  #chunks: Buffer[] = [];
  #ended: (error?: NodeJS.ErrnoException) => void = () => {};

  constructor(stream: Gunzip | ZstdDecompress) {
    this.#stream = stream;
    // A flowing stream delivers its decoded data before it calls back.
    stream.on('data', (chunk: Buffer) => {
      this.bytes += chunk.length;
      this.#chunks.push(chunk);
    });
    stream.on('error', (error: NodeJS.ErrnoException) => this.#ended(error));
    // A stream that ends inside a write does not call back.
    stream.on('end', () => this.#ended());
  }

  /** Stored bytes that were decoded: fewer than were written if the stream ended before. */
  get bytesRead(): number {
    return this.#stream.bytesWritten;
  }

  /** @returns the error in the bytes, once all data before it can be taken */
  write(piece: Uint8Array): Promise<NodeJS.ErrnoException | undefined> {
    return new Promise((resolve) => {
      this.#ended = resolve;
      this.#stream.write(piece, (error) => resolve(error ?? undefined));
    });
  }

  /** Ends the stream. @returns the error if it is incomplete */
  end(): Promise<NodeJS.ErrnoException | undefined> {
    return new Promise((resolve) => {
      this.#ended = resolve;
      this.#stream.end();
    });
  }

  /** Returns the data decoded since the last call. */
  take(): Buffer[] {
    return this.#chunks.splice(0);
  }

  close(): void {
    this.#stream.destroy();
  }
}
