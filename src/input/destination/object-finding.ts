// The findings about one object: data for the report, and the error that carries one out of a read loop.

/** Codes are stable. */
export type ObjectFindingCode =
  /** The stored bytes end inside a gzip member. */
  | 'gzip-truncated'
  /** A gzip member is malformed, or its checksum or length is wrong. */
  | 'gzip-corrupt'
  /** The last member is followed by data that is neither a gzip member nor zero padding. */
  | 'gzip-trailing'
  /** The stored bytes end inside a Zstandard frame. */
  | 'zstd-truncated'
  /** A Zstandard frame is malformed, needs more memory than allowed, or its checksum is wrong. */
  | 'zstd-corrupt'
  /** The last frame is followed by data that is not a Zstandard frame. */
  | 'zstd-trailing'
  /** Another compression than gzip and Zstandard, or compressed twice: nothing was read. */
  | 'compression-unknown'
  /** Not lines of UTF-8 (tar, Parquet, UTF-16, an HTML or XML page): nothing was read. */
  | 'format-unknown'
  /** The object no longer exists. */
  | 'object-gone'
  /** The index has listed the object and not read it. */
  | 'object-waiting'
  /** The object cannot be opened by its name: a file name that is not UTF-8, or a key that no URL can contain. */
  | 'object-name'
  /** The system opened no more files or connections for several seconds. */
  | 'too-many-open'
  /** Reading this object is denied. */
  | 'object-denied'
  /** The object is in an archive class and must be restored first. */
  | 'object-archived'
  /** The object was replaced or changed while it was read. */
  | 'object-changed'
  /** The read failed and could not be resumed. */
  | 'read-failed';

/** An object that could not be read to its end. The bytes delivered before the finding count. */
export interface ObjectFinding {
  code: ObjectFindingCode;
  /** Printed after the object's name. */
  message: string;
  /** Inflated bytes delivered before the finding. */
  offset: number;
  /** In a corrupt stream, the offset of the first inflated byte that no checksum confirms; absent if unknown. */
  unconfirmedFrom?: number | undefined;
}

/**
 * Thrown by {@link Destination.open} if one object cannot be read, or not to its end. Other objects may be readable.
 */
export class ObjectReadError extends Error {
  override readonly name = 'ObjectReadError';
  readonly code: ObjectFindingCode;

  constructor(code: ObjectFindingCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whether a finding reports bad bytes; all other findings report that bytes were not available. */
export function isBadBytes(code: string): boolean {
  return /^(?:gzip|zstd|compression|format)-/.test(code);
}

/** Whether a finding reports bytes that may be available to a later run. */
export function isUnavailable(code: string): boolean {
  return /^(?:object-|too-many-open$|read-failed$)/.test(code);
}

/** Whether a finding reports a stream whose inflated bytes may be wrong from some byte before the finding. */
export function isCorrupt(code: string): boolean {
  return code === 'gzip-corrupt' || code === 'zstd-corrupt';
}

/** Whether a finding reports an object that contains no lines: nothing was read from it. */
export function isForeignContent(code: string): boolean {
  return code === 'compression-unknown' || code === 'format-unknown';
}

/** The message for an object whose bytes differ between two reads. */
export const DIFFERS_WHEN_READ_AGAIN = 'the first read found damage, the second read found none';
