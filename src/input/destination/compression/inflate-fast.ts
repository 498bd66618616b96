// Inflates gzip with Node's zlib, off the main thread. Detects that a stream is irregular but not how: Node drops the
// data of a write that contains damage, and everything after zero padding. inflate-exactly.ts finds the cause.
import { createGunzip } from 'node:zlib';
import { Decoder } from './decoder.ts';
import { INFLATE_CHUNK_BYTES } from './inflate-exactly.ts';

/** Stored bytes of one write, which inflate to at most a thousand times as many. */
const PIECE_BYTES = 32 * 1024;

/**
 * Inflates gzip. Holds one stored chunk and what one piece of it inflates to.
 * @returns `whole`; `truncated`, with nothing lost; `damaged` or `padded` (a member is followed by data that Node ignores), after which the
 * stored bytes must be inflated exactly
 * @throws the error of `stored`, after everything it inflated to
 */
export async function* inflateFast(
  stored: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, 'whole' | 'truncated' | 'damaged' | 'padded'> {
  const decoder = new Decoder(createGunzip({ chunkSize: INFLATE_CHUNK_BYTES }));
  let written = 0;
  try {
    for await (const chunk of stored) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES);
        const writing = decoder.write(piece);
        // The reader uses the data of the piece before while this one is inflated.
        yield* decoder.take();
        const error = await writing;
        written += piece.length;
        if (error === undefined && decoder.bytesRead === written) continue;
        yield* decoder.take();
        return error === undefined ? 'padded' : 'damaged';
      }
      yield* decoder.take();
    }
    // All input is inflated, so the only possible fault is a member without an end.
    return (await decoder.end()) === undefined ? 'whole' : 'truncated';
  } finally {
    decoder.close();
  }
}
