// What can be wrong with one object. A finding is data for the report; the error carries one out of a reading loop.

/** Codes never change their meaning. */
export type ObjectFindingCode =
  /** Stored bytes end inside a gzip member. */
  | 'gzip-truncated'
  /** A gzip member breaks the format, or its checksum or length is wrong. */
  | 'gzip-corrupt'
  /** Something that is no gzip member and no zero padding follows the last member. */
  | 'gzip-trailing'
  /** Stored bytes end inside a Zstandard frame. */
  | 'zstd-truncated'
  /** A Zstandard frame breaks the format, needs more memory than allowed, or its checksum is wrong. */
  | 'zstd-corrupt'
  /** Something that is no Zstandard frame follows the last frame. */
  | 'zstd-trailing'
  /** Compressed by something else than gzip and Zstandard, or twice: nothing was read. */
  | 'compression-unknown'
  /** Another format than lines of UTF-8 (tar, Parquet, UTF-16, an HTML or XML page): nothing was read. */
  | 'format-unknown'
  /** No longer there. */
  | 'object-gone'
  /** A file that cannot be opened because its name is not valid UTF-8. */
  | 'object-name'
  /** The system opens no more files or connections, and did not for several seconds. */
  | 'too-many-open'
  /** Reading this one is refused. */
  | 'object-denied'
  /** In an archive class: must be restored first. */
  | 'object-archived'
  /** Replaced or changed while it was being read. */
  | 'object-changed'
  /** The read broke off and could not be resumed. */
  | 'read-failed';

/** One object that could not be read whole. What was delivered before counts. */
export interface ObjectFinding {
  code: ObjectFindingCode;
  /** A sentence, fit to be printed after the object's name. */
  message: string;
  /** Bytes delivered before it, after inflation. */
  offset: number;
  /** Of a corrupt stream: offset of the first inflated byte that no checksum confirms; absent where it is unknown. */
  unconfirmedFrom?: number;
}

/** Thrown by {@link Destination.open} where one object cannot be read, or not to its end. The other objects may be fine. */
export class ObjectReadError extends Error {
  override readonly name = 'ObjectReadError';
  readonly code: ObjectFindingCode;

  constructor(code: ObjectFindingCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Findings on bytes that were there and are bad; all other findings say that bytes could not be had. */
export function isBadBytes(code: string): boolean {
  return /^(?:gzip|zstd|compression|format)-/.test(code);
}

/** Findings on a stream whose inflated bytes may be others than were written, from some byte before the finding on. */
export function isCorrupt(code: string): boolean {
  return code === 'gzip-corrupt' || code === 'zstd-corrupt';
}

/** Findings on an object whose bytes are there and hold no lines: nothing was read of it. */
export function isForeignContent(code: string): boolean {
  return code === 'compression-unknown' || code === 'format-unknown';
}

/** Of an object whose bytes differ between two readings. */
export const DIFFERS_WHEN_READ_AGAIN = 'it was damaged when read first and whole when read again';
