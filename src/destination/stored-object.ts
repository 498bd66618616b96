// An object whose first bytes have been looked at: what it is compressed by, and all of its stored bytes.
import { type Compression, compressionOf } from './compression/compression.ts';
import type { Destination, OpenOptions, StoredObject } from './destination.ts';
import { checkContent, HEAD_BYTES } from './foreign-content.ts';
import { SniffedStream } from './sniffed-stream.ts';

/** An object being read. */
export interface StoredBytes {
  compression: Compression | 'none';
  /** All stored bytes, the first ones included. To be called once, unless closed. */
  bytes(): AsyncGenerator<Uint8Array>;
  /** Ends the reading without reading on. */
  close(): Promise<void>;
}

/**
 * Opens an object and looks at its first bytes.
 * @param isMarkupRead whether HTML and XML are taken for lines
 * @throws as {@link Destination.open}; ObjectReadError where the object holds another format than lines
 */
export async function openStored(
  destination: Destination,
  object: StoredObject,
  options: OpenOptions,
  isMarkupRead = false,
): Promise<StoredBytes> {
  const stored = await SniffedStream.open(destination.open(object, options), HEAD_BYTES);
  const compression = compressionOf(stored.head) ?? 'none';
  try {
    if (compression === 'none') checkContent({ head: stored.head, isMarkupRead });
  } catch (error) {
    await stored.close();
    throw error;
  }
  return { compression, bytes: () => stored.bytes(), close: () => stored.close() };
}

/** Whether bytes are the beginning of plain lines: what {@link openStored} neither calls compressed nor refuses. */
export function isPlain(bytes: Uint8Array, isMarkupRead = false): boolean {
  const head = bytes.subarray(0, HEAD_BYTES);
  if (compressionOf(head) !== undefined) return false;
  try {
    checkContent({ head, isMarkupRead });
    return true;
  } catch {
    return false;
  }
}
