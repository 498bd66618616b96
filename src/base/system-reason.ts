// Why the system cannot read or write a file, or create a folder, in words. The only file that knows the system's error codes for files.

const TOO_MANY = 'this process may not open more files; raise the limit, for example with ulimit -n 1024';

/** Reasons by error code, for reading and writing; some with what to do, after a semicolon. */
const REASONS: Readonly<Record<string, string>> = {
  EMFILE: TOO_MANY,
  ENFILE: TOO_MANY,
  ENAMETOOLONG: 'the name is too long; choose another name',
  ELOOP: 'its symbolic links form a loop',
  ENOTDIR: 'a part of the path is not a folder',
};

/** Why a file cannot be read without permission. */
export const NO_READ_PERMISSION =
  'you have no permission to read it; change its permissions, or run as a user who may read it';
const NO_WRITE_PERMISSION = 'you have no permission to write there';

const READ_REASONS: Readonly<Record<string, string>> = {
  ...REASONS,
  EACCES: NO_READ_PERMISSION,
  EPERM: NO_READ_PERMISSION,
  EIO: 'the disk could not be read',
  ENOENT: 'the file does not exist',
  EISDIR: 'it is a folder; name a file',
};

const WRITE_REASONS: Readonly<Record<string, string>> = {
  ...REASONS,
  EACCES: NO_WRITE_PERMISSION,
  EPERM: NO_WRITE_PERMISSION,
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EIO: 'the disk could not be written, or the terminal is closed',
  EFBIG: 'the file would exceed the size limit; raise the limit, for example with ulimit -f unlimited',
  ENOENT: 'the folder does not exist',
  // From creating a folder.
  EEXIST: 'a part of the path is not a folder',
  EISDIR: 'it is a folder; name a file in it',
};

/** Why a read failed, to end a sentence with; for an unknown code the code itself, without one the error's message. @param error from the system */
export function readReason(error: unknown): string {
  return reasonIn(READ_REASONS, error);
}

/** Like {@link readReason}, for a failed write. @param advice what to do if the reason does not say it, such as `choose another folder` */
export function writeReason(error: unknown, advice?: string): string {
  return withAdvice(reasonIn(WRITE_REASONS, error), advice);
}

/** Adds what to do to a reason that does not say it. */
export function withAdvice(reason: string, advice: string | undefined): string {
  return advice === undefined || reason.includes('; ') ? reason : `${reason}; ${advice}`;
}

function reasonIn(reasons: Readonly<Record<string, string>>, error: unknown): string {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return reasons[code] ?? code;
  return error instanceof Error ? error.message : String(error);
}
