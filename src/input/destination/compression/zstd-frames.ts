// Finds where the parts of Zstandard frames begin and end: magic number, header, blocks, checksum. RFC 8878, section 3.
// Reads no compressed data: the decoder checks the contents of a block.
import { isSkippableMagic, SKIPPABLE_MAGIC, ZSTD_MAGIC } from './compression.ts';

/** The part that the next bytes belong to. */
type Expect = 'magic' | 'skip-length' | 'descriptor' | 'header' | 'block-header' | 'block' | 'checksum' | 'skip';

const MAGIC_LENGTH = 4;
const SKIP_LENGTH_BYTES = 4;
const BLOCK_HEADER_BYTES = 3;
const CHECKSUM_BYTES = 4;
/** Sizes of the dictionary id and of the content size, by their two bits in the descriptor. Bytes. */
const DICTIONARY_ID_BYTES = [0, 1, 2, 4] as const;
const CONTENT_SIZE_BYTES = [0, 2, 4, 8] as const;
/** Type of a block that repeats one byte. */
const RLE_BLOCK = 1;

/** Tracks the frames of one object, part by part. */
export class ZstdFrames {
  /** Data frames begun so far. */
  frames = 0;
  /** Whether every data frame that ended had a checksum; without one, decoding confirms nothing. */
  isEachConfirmed = true;
  /** Data that is not a frame follows. */
  isTrailing = false;
  #expect: Expect = 'magic';
  /** Remaining bytes of the part. */
  #left = MAGIC_LENGTH;
  /** Bytes of a part that is parsed here. */
  #part: number[] = [];
  #hasChecksum = false;
  #isLastBlock = false;

  /** Whether the next bytes are for the decoder: those of a data frame after its magic number. */
  get isData(): boolean {
    return this.#expect !== 'magic' && this.#expect !== 'skip' && this.#expect !== 'skip-length';
  }

  /** Whether the stored bytes may end here. */
  get isBetween(): boolean {
    return this.#expect === 'magic' && this.#part.length === 0;
  }

  /**
   * Advances to the end of a magic number, a block, a checksum, a skipped frame or the chunk.
   * @returns the index after the consumed bytes; `isTrailing` reports that they begin no frame
   */
  pass(chunk: Uint8Array, from: number): number {
    let at = from;
    while (at < chunk.length) {
      if (this.#expect === 'block' || this.#expect === 'skip') {
        const bytes = Math.min(this.#left, chunk.length - at);
        at += bytes;
        this.#left -= bytes;
        if (this.#left === 0) this.#endPart();
        return at;
      }
      this.#part.push(chunk[at]!);
      at += 1;
      this.#left -= 1;
      if (this.#expect === 'magic' && !this.#isMagicStill()) {
        this.isTrailing = true;
        return at;
      }
      if (this.#left > 0) continue;
      const isEnd = this.#expect === 'checksum' || this.#expect === 'magic';
      this.#endPart();
      // Empty blocks and empty skippable frames have no bytes.
      while (this.#left === 0) this.#endPart();
      if (isEnd) return at;
    }
    return at;
  }

  /** Whether the bytes so far are the beginning of a magic number. */
  #isMagicStill(): boolean {
    const [first, ...rest] = this.#part;
    if (first === undefined) return true;
    const isData = first === ZSTD_MAGIC[0];
    if (!isData && (first & 0xf0) !== SKIPPABLE_MAGIC[0]) return false;
    const magic = isData ? ZSTD_MAGIC : SKIPPABLE_MAGIC;
    return rest.every((byte, index) => byte === magic[index + 1]);
  }

  #endPart(): void {
    const part = Uint8Array.from(this.#part);
    const [expect, bytes] = this.#after(part);
    this.#expect = expect;
    this.#left = bytes;
    this.#part = [];
  }

  /** Returns the next part and its size in bytes. */
  #after(part: Uint8Array): [Expect, number] {
    switch (this.#expect) {
      case 'magic':
        if (isSkippableMagic(part)) return ['skip-length', SKIP_LENGTH_BYTES];
        this.frames += 1;
        return ['descriptor', 1];
      case 'skip-length':
        return ['skip', littleEndian(part)];
      case 'descriptor':
        return ['header', this.#headerBytes(part[0]!)];
      case 'header':
        return ['block-header', BLOCK_HEADER_BYTES];
      case 'block-header': {
        const value = littleEndian(part);
        this.#isLastBlock = (value & 1) === 1;
        return ['block', ((value >> 1) & 3) === RLE_BLOCK ? 1 : value >> 3];
      }
      case 'block':
        if (!this.#isLastBlock) return ['block-header', BLOCK_HEADER_BYTES];
        if (this.#hasChecksum) return ['checksum', CHECKSUM_BYTES];
        this.isEachConfirmed = false;
        return ['magic', MAGIC_LENGTH];
      case 'checksum':
      case 'skip':
        return ['magic', MAGIC_LENGTH];
    }
  }

  #headerBytes(descriptor: number): number {
    const isSingleSegment = (descriptor & 0x20) !== 0;
    this.#hasChecksum = (descriptor & 0x04) !== 0;
    const contentSize = CONTENT_SIZE_BYTES[(descriptor >> 6) as 0 | 1 | 2 | 3];
    const size = contentSize === 0 && isSingleSegment ? 1 : contentSize;
    return (isSingleSegment ? 0 : 1) + DICTIONARY_ID_BYTES[(descriptor & 3) as 0 | 1 | 2 | 3] + size;
  }
}

function littleEndian(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte, index) => sum + byte * 2 ** (8 * index), 0);
}
