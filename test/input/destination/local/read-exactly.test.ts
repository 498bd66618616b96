// Reads a part of a file completely, however many bytes the system returns at a time.
import type { FileHandle } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readExactly } from '../../../../src/input/destination/local/read-exactly.ts';

/** A file that returns at most some bytes at a time. */
function fileOf(bytes: Buffer, most: number): Pick<FileHandle, 'read'> {
  const read = async (buffer: Buffer, offset: number, length: number, position: number) => {
    const bytesRead = bytes.subarray(position, position + Math.min(length, most)).copy(buffer, offset);
    return { bytesRead, buffer };
  };
  return { read: read as unknown as FileHandle['read'] };
}

it('reads all bytes of a part, or throws if the file ends before', async () => {
  const size = fc.nat({ max: 40 });
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      size,
      size,
      async (data, most, at, length) => {
        const bytes = Buffer.from(data);
        const part = readExactly(fileOf(bytes, most), at, length);
        if (length > 0 && at + length > bytes.length) {
          await expect(part).rejects.toThrow(
            /^the unfinished file ends at byte \d+ of \d+, because another program changed it; run/,
          );
        } else {
          expect(await part).toEqual(bytes.subarray(at, at + length));
        }
      },
    ),
  );
});
