// Zstandard → bytes by Node's decoder, any number of frames. Node's stream ends at the first frame's end when it gets
// more bytes than that, and drops a buffer in which damage lies: it gets no more than one block at a time.
import { constants, createZstdDecompress, type ZstdDecompress } from 'node:zlib';
import { ZSTD_MAGIC } from './compression.ts';
import { INFLATE_CHUNK_BYTES, type InflateDamage } from './inflate-exactly.ts';
import { ZstdFrames } from './zstd-frames.ts';

/** Largest window that is allowed: what `zstd -d` allows by default. 128 MiB as a power of two. */
const WINDOW_LOG_MAX = 27;

const MAGIC = Uint8Array.from(ZSTD_MAGIC);

const TRUNCATED: InflateDamage = {
  code: 'zstd-truncated',
  message: 'the Zstandard stream is cut off: its last frame has no end',
};

const TRAILING: InflateDamage = {
  code: 'zstd-trailing',
  message: 'something that is not Zstandard follows the end of the Zstandard stream',
};

/** A frame breaks the format. @param frame its number, from 1 @param unconfirmedFrom the end of the last frame before which each has a checksum */
function corruptFrame(frame: number, error: NodeJS.ErrnoException, unconfirmedFrom: number): InflateDamage {
  const reason =
    error.code === 'ZSTD_error_frameParameter_windowTooLarge'
      ? `found a window of over ${2 ** WINDOW_LOG_MAX} bytes, expected at most that; unpack it first: zstd -dc --long=31 <file> | headgate replay -`
      : error.message;
  const message = `frame ${frame} of the Zstandard stream is corrupt: ${reason}`;
  return { code: 'zstd-corrupt', message, unconfirmedFrom };
}

/**
 * Inflates any number of frames; skippable frames yield nothing. Holds a stored chunk, the blocks of one step and the
 * window of the frame.
 * @param onDamage called at most once, after everything before the damage was delivered
 */
export async function* inflateZstd(
  stored: AsyncIterable<Uint8Array>,
  onDamage: (damage: InflateDamage) => void,
): AsyncGenerator<Uint8Array> {
  const frames = new ZstdFrames();
  const decoder = new Decoder();
  let unconfirmedFrom = 0;
  try {
    for await (const chunk of stored) {
      for (let at = 0; at < chunk.length; ) {
        const isOfFrame = frames.isData;
        const end = frames.pass(chunk, at);
        if (frames.isTrailing) return onDamage(TRAILING);
        // A magic number differs from that of a skippable frame only in its last bytes.
        if (!isOfFrame && frames.isData && frames.isEachConfirmed) unconfirmedFrom = decoder.bytes;
        const piece = isOfFrame ? chunk.subarray(at, end) : frames.isData ? MAGIC : undefined;
        const error = piece && (await decoder.write(piece));
        yield* decoder.take();
        if (error !== undefined) return onDamage(corruptFrame(frames.frames, error, unconfirmedFrom));
        at = end;
      }
    }
    if (!frames.isBetween) onDamage(TRUNCATED);
  } finally {
    decoder.close();
  }
}

/** Node's decoder: each write is followed by a read. */
class Decoder {
  /** Decoded so far. */
  bytes = 0;
  readonly #stream: ZstdDecompress = createZstdDecompress({
    chunkSize: INFLATE_CHUNK_BYTES,
    params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG_MAX },
  });
  #chunks: Buffer[] = [];
  #failed: (error: NodeJS.ErrnoException) => void = () => {};

  constructor() {
    // A stream that flows hands over what it has decoded before it calls back.
    this.#stream.on('data', (chunk: Buffer) => {
      this.bytes += chunk.length;
      this.#chunks.push(chunk);
    });
    this.#stream.on('error', (error: NodeJS.ErrnoException) => this.#failed(error));
  }

  /** @returns what is wrong with the bytes, after everything before is ready to be taken */
  write(piece: Uint8Array): Promise<NodeJS.ErrnoException | undefined> {
    return new Promise((resolve) => {
      this.#failed = resolve;
      this.#stream.write(piece, (error) => resolve(error ?? undefined));
    });
  }

  /** What was decoded since the last call. */
  take(): Buffer[] {
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks;
  }

  close(): void {
    this.#stream.destroy();
  }
}
