// Measures the size of gzip objects, as --emit compresses them, and by how much a block of a large object enlarges its gzip object.
// Keeps no compressed byte.
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { GZIP_LEVEL } from '../emit/index.ts';

/** Size of zlib's output buffer: most objects of a source that is compressed completely need one. Bytes. */
const COMPRESSED_BYTES = 64 * 1024;

/** Written bytes before a block that gzip has seen: twice its window, so that its tables are adapted as well. */
const WRITTEN_BEFORE_BYTES = 64 * 1024;
/** The window of gzip. */
export const GZIP_WINDOW_BYTES = 32 * 1024;

/** Returns the size of one gzip object. @param pieces its content, in order; must not change meanwhile */
export async function gzipBytes(pieces: readonly Buffer[]): Promise<number> {
  const gzip = createGzip({ level: GZIP_LEVEL, chunkSize: COMPRESSED_BYTES });
  let bytes = 0;
  gzip.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  for (const piece of pieces) gzip.write(piece);
  gzip.end();
  await finished(gzip);
  return bytes;
}

/** A block of a large object, and what is written before it. */
interface BlockText {
  text: Buffer;
  before: Buffer;
}

/** Returns by how much a block enlarges a gzip object that contains what is before it. */
export async function addedBytes({ text, before }: BlockText): Promise<number> {
  if (text.length === 0) return 0;
  const context = tailOf(before);
  const [both, alone] = await Promise.all([gzipBytes([context, text]), gzipBytes([context])]);
  return context.length === 0 ? both : Math.max(0, both - alone);
}

/** The part of a text that gzip still refers to. */
function tailOf(text: Buffer): Buffer {
  return text.subarray(Math.max(0, text.length - WRITTEN_BEFORE_BYTES));
}
