// Detects the compression of an object from its first bytes. Ignores names and metadata.

/** A compression that can be inflated. */
export type Compression = 'gzip' | 'zstd';

/** Magic number of a skippable Zstandard frame; its first byte is 0x50 to 0x5f. RFC 8878, section 3.1.2. */
export const SKIPPABLE_MAGIC = [0x50, 0x2a, 0x4d, 0x18] as const;
/** Magic number of a Zstandard frame that contains data. */
export const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd] as const;

/** @returns undefined if the bytes begin neither a gzip member nor a Zstandard frame */
export function compressionOf(head: Uint8Array): Compression | undefined {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  const isZstd = ZSTD_MAGIC.every((byte, index) => head[index] === byte);
  return isZstd || isSkippableMagic(head) ? 'zstd' : undefined;
}

/** Whether these bytes begin a Zstandard frame that a decoder skips. */
export function isSkippableMagic(head: Uint8Array): boolean {
  return SKIPPABLE_MAGIC.every((byte, index) => (index === 0 ? (head[0]! & 0xf0) === byte : head[index] === byte));
}
