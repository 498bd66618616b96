// Measures the size of gzip objects, as --emit compresses them, and by how much a block of a large object enlarges its gzip object.
// Keeps no compressed byte.
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { GZIP_LEVEL } from '../emit/index.ts';

/** Size of zlib's output buffer: most objects of a source that is compressed completely need one. Bytes. */
const COMPRESSED_BYTES = 64 * 1024;

/** Written bytes before a block that gzip has seen: twice its window, so that its tables are adapted as well. */
const WRITTEN_BEFORE_BYTES = 64 * 1024;
/** A smaller probability of earlier lines is taken for 0. Ours. */
const LEAST_PROBABILITY = 0.001;
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
export interface BlockText {
  text: Buffer;
  before: Buffer;
}

/** Whether a block is preceded by a full window of gzip. */
export function hasWindow({ before }: BlockText): boolean {
  return before.length >= GZIP_WINDOW_BYTES;
}

/** Lines of unknown number. */
export interface ExpectedLines {
  lines: number;
  bytes: number;
}

/** Returns by how much a block enlarges a gzip object that contains what is before it. @param earlier text before that */
export async function addedBytes({ text, before }: BlockText, earlier: Buffer = Buffer.alloc(0)): Promise<number> {
  const context = tailOf(Buffer.concat([earlier, before]));
  if (text.length === 0) return 0;
  const [both, alone] = await Promise.all([gzipBytes([context, text]), gzipBytes([context])]);
  return context.length === 0 ? both : Math.max(0, both - alone);
}

/**
 * Returns the mean of what a block adds to a gzip object in which a random number of lines precedes it: none with the probability of Poisson's
 * distribution.
 * @param similar texts whose lines are taken for those
 */
export async function storedAfter(
  block: BlockText,
  { lines, bytes }: ExpectedLines,
  similar: readonly Buffer[],
): Promise<number> {
  const none = Math.exp(-lines);
  const alone = await addedBytes(block);
  if (1 - none < LEAST_PROBABILITY) return alone;
  const after = await addedBytes(block, tailOfTexts(similar, Math.round(bytes / (1 - none))));
  return none * alone + (1 - none) * after;
}

/** The part of a text that gzip still refers to. */
export function tailOf(text: Buffer, bytes: number = WRITTEN_BEFORE_BYTES): Buffer {
  return text.subarray(Math.max(0, text.length - Math.min(bytes, WRITTEN_BEFORE_BYTES)));
}

/** The end of consecutive texts. */
function tailOfTexts(texts: readonly Buffer[], most: number): Buffer {
  let [first, bytes] = [texts.length, 0];
  while (first > 0 && bytes < Math.min(most, WRITTEN_BEFORE_BYTES)) {
    first -= 1;
    bytes += texts[first]!.length;
  }
  return tailOf(Buffer.concat(texts.slice(first)), most);
}
