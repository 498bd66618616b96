// Writes one gzip file to a temporary path and publishes it when it is complete.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { emitFailed } from '../../input/objects/index.ts';

/** On the samples' lines, twice as fast as zlib's default 6, with files a third larger. */
export const GZIP_LEVEL = 3;
/** Bytes that may wait for compression while the run continues to read. */
const WAITING_BYTES = 512 * 1024;
/** Size of zlib's output buffer. Large, because zlib waits for this thread at each full buffer, and this thread is usually reading. */
const COMPRESSED_BYTES = 128 * 1024;

/** A gzip file that exists under its name only when it is complete. Its bytes do not depend on the boundaries of the chunks written. */
export class EmitFile {
  readonly #path: string;
  readonly #shown: string;
  readonly #gzip: Gzip;
  readonly #written: Promise<void>;
  #failure: unknown;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #isCompressing = false;
  /** Called when the waiting bytes are compressed, or when writing has failed. */
  #onRoom: (() => void) | undefined;

  /**
   * @param path temporary path of the file; its folder exists
   * @param shown the folder that messages name
   * @param isDisk whether to flush the bytes to the disk before publishing, so that a crash of the machine leaves no empty file
   */
  constructor(path: string, shown: string, isDisk: boolean) {
    this.#path = path;
    this.#shown = shown;
    this.#gzip = createGzip({ level: GZIP_LEVEL, chunkSize: COMPRESSED_BYTES });
    this.#written = pipeline(this.#gzip, createWriteStream(path, { flags: 'wx', flush: isDisk }));
    this.#written.catch((error: unknown) => {
      this.#failure = error;
      this.#onRoom?.();
    });
  }

  write(chunk: Buffer): void {
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
  }

  /** Waits until the file accepts more. @returns undefined if it does now @throws HeadgateError `emit-failed` */
  drained(): Promise<void> | undefined {
    if (!this.#isCompressing) this.#compress();
    if (this.#failure === undefined && this.#waitingBytes <= WAITING_BYTES) return undefined;
    // One callback for all waits: callbacks chained to a promise that lives as long as the file would accumulate.
    return new Promise((resolve, reject) => {
      this.#onRoom = () => {
        if (this.#failure === undefined) resolve();
        else reject(emitFailed(this.#shown, this.#failure));
      };
      if (this.#failure !== undefined) this.#onRoom();
    });
  }

  /** Compresses all waiting bytes in one piece: a zlib thread works on it while this thread reads. */
  #compress(): void {
    if (this.#failure !== undefined || this.#waitingBytes === 0) return;
    const piece = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#isCompressing = true;
    this.#gzip.write(piece, () => {
      this.#isCompressing = false;
      this.#compress();
      this.#onRoom?.();
    });
  }

  /**
   * Ends the file and publishes it.
   * @param publish moves the file to its final name
   * @returns the result of `publish`
   * @throws HeadgateError `emit-failed`
   */
  async finish<Result>(publish: (path: string) => Promise<Result>): Promise<Result> {
    try {
      this.#compress();
      this.#gzip.end();
      await this.#written.catch((error: unknown) => {
        throw emitFailed(this.#shown, error);
      });
      return await publish(this.#path);
    } catch (error) {
      await this.discard();
      throw error;
    }
  }

  /** Removes the file. */
  async discard(): Promise<void> {
    this.#gzip.destroy();
    await finished(this.#gzip).catch(() => {});
    await this.#written.catch(() => {});
    await rm(this.#path, { force: true }).catch(() => {});
  }
}
