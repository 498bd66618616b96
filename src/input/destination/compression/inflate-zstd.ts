// Inflates Zstandard with Node's decoder, any number of frames. Passes it at most one block at a time: Node's stream
// ends after the first frame when it receives more, and drops a buffer that contains damage.
import { constants, createZstdDecompress } from 'node:zlib';
import { ZSTD_MAGIC } from './compression.ts';
import { Decoder } from './decoder.ts';
import { INFLATE_CHUNK_BYTES, type InflateDamage } from './inflate-exactly.ts';
import { ZstdFrames } from './zstd-frames.ts';

/** Largest window allowed, the default of `zstd -d`: 128 MiB, as a power of two. */
const WINDOW_LOG_MAX = 27;

const MAGIC = Uint8Array.from(ZSTD_MAGIC);

const TRUNCATED: InflateDamage = {
  code: 'zstd-truncated',
  message: 'the Zstandard stream is truncated: its last frame has no end',
};

const TRAILING: InflateDamage = {
  code: 'zstd-trailing',
  message: 'data that is not Zstandard follows the end of the Zstandard stream',
};

/**
 * A frame is malformed.
 * @param frame its number, from 1
 * @param unconfirmedFrom end of the last frame before which every frame has a checksum
 */
function corruptFrame(frame: number, error: NodeJS.ErrnoException, unconfirmedFrom: number): InflateDamage {
  const reason =
    error.code === 'ZSTD_error_frameParameter_windowTooLarge'
      ? `found a window of more than ${2 ** WINDOW_LOG_MAX} bytes, expected a smaller one; unpack it first: zstd -dc --long=31 <file> | headgate replay -`
      : error.message;
  const message = `frame ${frame} of the Zstandard stream is corrupt: ${reason}`;
  return { code: 'zstd-corrupt', message, unconfirmedFrom };
}

/**
 * Inflates any number of frames; skippable frames yield nothing. Holds a stored chunk, the blocks of one step and the
 * window of the frame.
 * @param onDamage called at most once, after the bytes before the damage
 */
export async function* inflateZstd(
  stored: AsyncIterable<Uint8Array>,
  onDamage: (damage: InflateDamage) => void,
): AsyncGenerator<Uint8Array> {
  const frames = new ZstdFrames();
  const params = { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG_MAX };
  const decoder = new Decoder(createZstdDecompress({ chunkSize: INFLATE_CHUNK_BYTES, params }));
  let unconfirmedFrom = 0;
  try {
    for await (const chunk of stored) {
      for (let at = 0; at < chunk.length; ) {
        const isOfFrame = frames.isData;
        const end = frames.pass(chunk, at);
        if (frames.isTrailing) return onDamage(TRAILING);
        // The magic number of a data frame differs from that of a skippable frame only in its last bytes.
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
