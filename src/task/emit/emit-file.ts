// One gzip file in the making: written where it is not read, and published when it is whole.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { emitFailed } from '../../run/objects/emitter.ts';

/** On the samples' lines twice as fast as zlib's default 6, and the files are a third larger. */
const GZIP_LEVEL = 3;
/** Bytes that may wait to be compressed while reading goes on. */
const WAITING_BYTES = 512 * 1024;
/** Bytes of gzip made before this thread is asked for more room: it is busy with reading most of the time. */
const COMPRESSED_BYTES = 128 * 1024;

/** A gzip file that is there only when it is whole. Its bytes depend on what is written alone, not on how it was cut. */
export class EmitFile {
  readonly #path: string;
  readonly #shown: string;
  readonly #gzip: Gzip;
  readonly #written: Promise<void>;
  #failure: unknown;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #isCompressing = false;
  /** Told when nothing waits any more, or never will be written. */
  #onRoom: (() => void) | undefined;

  /**
   * @param path under which it is written; its folder exists
   * @param shown the folder that messages name
   * @param isDisk whether its bytes have to be on the disk before it is published, so that no crash of the machine leaves an empty file
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

  /** @returns undefined when more can be taken at once @throws HeadgateError `emit-failed` */
  settled(): Promise<void> | undefined {
    if (!this.#isCompressing) this.#compress();
    if (this.#failure === undefined && this.#waitingBytes <= WAITING_BYTES) return undefined;
    // One callback for however many stalls: what is chained to a promise that lasts as long as the file stays as long.
    return new Promise((resolve, reject) => {
      this.#onRoom = () => {
        if (this.#failure === undefined) resolve();
        else reject(emitFailed(this.#shown, this.#failure));
      };
      if (this.#failure !== undefined) this.#onRoom();
    });
  }

  /** All that waits goes in one piece: another thread has it for as long as this one reads. */
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
   * @param publish gives it its name; the file is gone then from where it was written
   * @returns what `publish` does
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

  /** Takes away what was written. */
  async discard(): Promise<void> {
    this.#gzip.destroy();
    await finished(this.#gzip).catch(() => {});
    await this.#written.catch(() => {});
    await rm(this.#path, { force: true }).catch(() => {});
  }
}
