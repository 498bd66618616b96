// Why the system cannot read or write a file, or create a folder, in words. The only file that knows the system's error codes; the
// caller adds the fix.

/** Reasons by error code, for reading and writing. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission was denied',
  EPERM: 'permission was denied',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its symbolic links form a loop',
  ENOTDIR: 'a part of the path is not a folder',
};

const READ_REASONS: Readonly<Record<string, string>> = {
  ...REASONS,
  EIO: 'the disk could not be read',
  ENOENT: 'the file does not exist',
  EISDIR: 'it is a folder, expected a file',
};

const WRITE_REASONS: Readonly<Record<string, string>> = {
  ...REASONS,
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EIO: 'the disk could not be written, or the terminal is closed',
  EFBIG: 'the file would exceed the size limit',
  ENOENT: 'the folder does not exist',
  // From creating a folder.
  EEXIST: 'a part of the path is not a folder',
  EISDIR: 'it is a folder, expected a file name',
};

/** Why a read failed, to end a sentence with; for an unknown code the code itself, without one the error's message. @param error from the system */
export function readReason(error: unknown): string {
  return reasonIn(READ_REASONS, error);
}

/** Like {@link readReason}, for a failed write. */
export function writeReason(error: unknown): string {
  return reasonIn(WRITE_REASONS, error);
}

function reasonIn(reasons: Readonly<Record<string, string>>, error: unknown): string {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return reasons[code] ?? code;
  return error instanceof Error ? error.message : String(error);
}
