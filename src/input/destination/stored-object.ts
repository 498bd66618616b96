// Opens an object and detects its compression from its first bytes.
import { type Compression, compressionOf } from './compression/compression.ts';
import type { Destination, OpenOptions, StoredObject } from './destination.ts';
import { checkContent, HEAD_BYTES, isLineOfJson } from './foreign-content.ts';
import { SniffedStream } from './sniffed-stream.ts';

/** The stored bytes of an open object. */
export interface StoredBytes {
  compression: Compression | 'none';
  /** Delivers all stored bytes, including the first ones. Call it at most once. */
  bytes(): AsyncGenerator<Uint8Array>;
  /** Ends the read without reading further. */
  close(): Promise<void>;
}

/**
 * Opens an object and checks its first bytes.
 * @param isMarkupRead whether to accept HTML and XML as lines
 * @throws as {@link Destination.open}; ObjectReadError if the object contains another format than lines
 */
export async function openStored(
  destination: Destination,
  object: StoredObject,
  options: OpenOptions,
  isMarkupRead = false,
): Promise<StoredBytes> {
  const isKnown = (head: Uint8Array): boolean => compressionOf(head) !== undefined || isLineOfJson(head);
  const stored = await SniffedStream.open(destination.open(object, options), HEAD_BYTES, isKnown);
  const head = stored.head(HEAD_BYTES);
  const compression = compressionOf(head) ?? 'none';
  try {
    if (compression === 'none') checkContent({ head, isMarkupRead });
  } catch (error) {
    await stored.close();
    throw error;
  }
  return { compression, bytes: () => stored.bytes(), close: () => stored.close() };
}

/**
 * Whether bytes begin plain lines: {@link openStored} would report them neither as compressed nor as another format.
 */
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
