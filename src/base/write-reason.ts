// Why the system would not write a file or make a folder, in words. For every result that goes to disk.

/** By the system's code. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission was denied',
  EPERM: 'permission was denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EFBIG: 'the file would be larger than is allowed here',
  EMFILE: 'too many files are open',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of the path is no folder',
  // Of making a folder.
  EEXIST: 'a part of the path is no folder',
  EISDIR: 'it is a folder, wanted a file name',
};

/** The reason as it ends a sentence; for others the system's code, or what the error says. @param error of the system */
export function writeReason(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return REASONS[code] ?? code;
  return error instanceof Error ? error.message : String(error);
}
