// Reads a part of a local file completely: one system read may return fewer bytes than requested.
import type { FileHandle } from 'node:fs/promises';
import { HeadgateError, printCount } from '../../../base/index.ts';

/**
 * Reads a part of a file.
 * @param position offset of its first byte
 * @throws HeadgateError `write-failed` if the file ends within the part; the error of the file system
 */
export async function readExactly(file: Pick<FileHandle, 'read'>, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes);
  for (let filled = 0; filled < bytes; ) {
    const { bytesRead } = await file.read(buffer, filled, bytes - filled, position + filled);
    if (bytesRead === 0) {
      throw new HeadgateError(
        'write-failed',
        `the unfinished file ends at byte ${printCount(position + filled)} of ${printCount(position + bytes)}, because another program changed it; run the command again`,
      );
    }
    filled += bytesRead;
  }
  return buffer;
}
