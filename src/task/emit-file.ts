// One gzip file in the making: written beside its place under a hidden name, and renamed when it is whole.
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { HeadgateError, writeReason } from '../base/index.ts';

/** On the samples' lines twice as fast as zlib's default 6, and the files are a third larger. */
const GZIP_LEVEL = 3;
/** Bytes that may wait to be compressed while reading goes on. */
const WAITING_BYTES = 512 * 1024;
/** Bytes of gzip made before this thread is asked for more room: it is busy with reading most of the time. */
const COMPRESSED_BYTES = 128 * 1024;

/** A gzip file that is there only when it is whole. Its bytes depend on what is written alone, not on how it was cut. */
export class EmitFile {
  readonly #path: string;
  readonly #gzip: Gzip;
  readonly #written: Promise<void>;
  #failure: unknown;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #isCompressing = false;
  /** Told when nothing waits any more, or never will be written. */
  #onRoom: (() => void) | undefined;

  /** @param path under which it is written; its folder exists */
  constructor(path: string) {
    this.#path = path;
    this.#gzip = createGzip({ level: GZIP_LEVEL, chunkSize: COMPRESSED_BYTES });
    this.#written = pipeline(this.#gzip, createWriteStream(path, { flags: 'wx' }));
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
        else reject(emitFailed(this.#path, this.#failure));
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

  /** Ends the file and gives it its name. @throws HeadgateError `emit-failed` */
  async finish(target: string): Promise<void> {
    try {
      this.#compress();
      this.#gzip.end();
      await this.#written;
      await mkdir(dirname(target), { recursive: true });
      await rename(this.#path, target);
    } catch (error) {
      await this.discard();
      throw emitFailed(target, error);
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

const FAILED = 'emit-failed';

/** Whether lines cannot be written: no object of the source is to blame, and none can be read any more. */
export function isEmitFailure(error: HeadgateError): boolean {
  return error.code === FAILED;
}

/** Tells why something of --emit cannot be written. */
export function emitFailed(path: string, error: unknown): HeadgateError {
  return new HeadgateError(FAILED, `cannot write --emit ${path}: ${writeReason(error)}`, { cause: error });
}
