// An object whose first bytes have been looked at: what it is compressed by, and all of its stored bytes.
import { isGzip, MAGIC_BYTES, unreadCompression } from './compression.ts';
import type { Destination, OpenOptions, StoredObject } from './destination.ts';
import { Peeked } from './peeked.ts';

/** An object being read. */
export interface StoredBytes {
  /** `unread`: by something that cannot be read here, with a sentence on it. */
  compression: { kind: 'gzip' | 'none' } | { kind: 'unread'; message: string };
  /** All stored bytes, the first ones included. To be called once, unless closed. */
  bytes(): AsyncGenerator<Uint8Array>;
  /** Ends the reading without reading on. */
  close(): Promise<void>;
}

/** Opens an object and looks at its first bytes. @throws as {@link Destination.open} */
export async function openStored(
  destination: Destination,
  object: StoredObject,
  options: OpenOptions,
): Promise<StoredBytes> {
  const stored = await Peeked.open(destination.open(object, options), MAGIC_BYTES);
  const message = unreadCompression(stored.head);
  return {
    compression: message === undefined ? { kind: isGzip(stored.head) ? 'gzip' : 'none' } : { kind: 'unread', message },
    bytes: () => stored.bytes(),
    close: () => stored.close(),
  };
}
