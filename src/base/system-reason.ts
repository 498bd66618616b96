// Why the system would not read or write a file, or make a folder, in words. The one place that knows its codes; what to do about it is
// for whoever asked.

/** By the system's code, whatever was asked of it. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission was denied',
  EPERM: 'permission was denied',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links lead in a circle',
  ENOTDIR: 'a part of the path is no folder',
};

const READ_REASONS: Readonly<Record<string, string>> = {
  ...REASONS,
  EIO: 'the disk could not be read',
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, expected a file',
};

const WRITE_REASONS: Readonly<Record<string, string>> = {
  ...REASONS,
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EIO: 'the disk could not be written, or the terminal is closed',
  EFBIG: 'the file would be larger than is allowed here',
  ENOENT: 'there is no such folder',
  // Of making a folder.
  EEXIST: 'a part of the path is no folder',
  EISDIR: 'it is a folder, expected a file name',
};

/** Why something could not be read, as it ends a sentence; for others the system's code, or what the error says. @param error of the system */
export function readReason(error: unknown): string {
  return reasonIn(READ_REASONS, error);
}

/** As {@link readReason}, of what could not be written. */
export function writeReason(error: unknown): string {
  return reasonIn(WRITE_REASONS, error);
}

function reasonIn(reasons: Readonly<Record<string, string>>, error: unknown): string {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return reasons[code] ?? code;
  return error instanceof Error ? error.message : String(error);
}
