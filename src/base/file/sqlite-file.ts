// Examines SQLite files without SQLite, which could write to a file that it cannot use, or beside it. Changes nothing.
import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** Size of the header, and the places of its numbers. https://sqlite.org/fileformat.html */
const HEADER_BYTES = 100;
const PAGE_SIZE_AT = 16;
const CHANGES_AT = 24;
const PAGES_AT = 28;
const USER_VERSION_AT = 60;
const APPLICATION_ID_AT = 68;
/** The number of changes for which the number of pages is valid. */
const PAGES_VALID_FOR_AT = 92;
const MAGIC = 'SQLite format 3\0';
/** In place of a size that has 17 bits. */
const LARGEST_PAGE = 1;

/** Primary result codes of SQLite: https://sqlite.org/rescode.html */
export const SQLITE = {
  ...{ error: 1, busy: 5, readOnly: 8, inputOutput: 10 },
  ...{ corrupt: 11, full: 13, notADatabase: 26 },
} as const;
const PRIMARY_CODE = 0xff;

/** An error of SQLite. */
export interface SqliteError extends Error {
  /** Absent in an error of another origin. */
  readonly errcode?: number;
}

/** The header of a database. */
export interface SqliteHeader {
  applicationId: number;
  userVersion: number;
  /** Number of the last change: each transaction that writes increments it. */
  changes: number;
  /** In words, if the file has fewer bytes than its pages, and no journal that could complete it; SQLite would change such a file. */
  cut: string | undefined;
}

/**
 * Reads the header of a file.
 * @returns `empty`; `other` for a file that is not an SQLite database
 * @throws errors of the file system, `ENOENT` among them
 */
export function readSqliteHeader(path: string): 'empty' | 'other' | SqliteHeader {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(HEADER_BYTES);
    const found = readSync(file, bytes, 0, HEADER_BYTES, 0);
    if (found === 0) return 'empty';
    if (found < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'other';
    return {
      applicationId: bytes.readUInt32BE(APPLICATION_ID_AT),
      userVersion: bytes.readUInt32BE(USER_VERSION_AT),
      changes: bytes.readUInt32BE(CHANGES_AT),
      cut: hasJournal(path) ? undefined : cutOf(bytes, statSync(path).size),
    };
  } finally {
    closeSync(file);
  }
}

/** Identifies a file by device and inode; undefined if there is none. */
export function inodeOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found && `${found.dev}:${found.ino}`;
}

/** Returns the primary result code; undefined for an error of another origin. */
export function sqliteCode({ errcode }: SqliteError): number | undefined {
  return errcode === undefined ? undefined : errcode & PRIMARY_CODE;
}

function cutOf(header: Buffer, size: number): string | undefined {
  const pageSize = header.readUInt16BE(PAGE_SIZE_AT);
  const pageBytes = pageSize === LARGEST_PAGE ? 0x1_0000 : pageSize;
  // Versions before 3.7.0 did not count pages.
  const isCounted = header.readUInt32BE(CHANGES_AT) === header.readUInt32BE(PAGES_VALID_FOR_AT);
  const pages = Math.max(Math.ceil(size / pageBytes), isCounted ? header.readUInt32BE(PAGES_AT) : 0);
  return size < pages * pageBytes ? `${size} bytes of ${pages * pageBytes}` : undefined;
}

/** A process that ended before it had written all pages has left them in a journal. */
function hasJournal(path: string): boolean {
  return ['-wal', '-journal'].some((suffix) => (statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0) > 0);
}
