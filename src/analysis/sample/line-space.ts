// The space for the lines of a draw, shared by all threads: a number of bytes of memory, then a temporary file. The caller opens the
// file; all threads of a process share its descriptor.
import { writeSync } from 'node:fs';
import { HeadgateError, writeReason } from '../../base/index.ts';

/** Maximum memory for drawn lines in all threads; a file stores the others. Bytes; ours. */
export const MAX_MEMORY_BYTES: number = 128 * 1024 * 1024;

/** Indexes into {@link LineSpace.taken}. */
const MEMORY = 0;
const FILE = 1;

/** Space that threads share. Plain data. */
export interface LineSpace {
  /** Reserved bytes: of memory, and of the file. */
  taken: BigInt64Array<SharedArrayBuffer>;
  maxMemoryBytes: number;
  /** Descriptor of the file, or the reason why it cannot be opened. */
  file: number | string;
}

/** Empty space. @param maxMemoryBytes @default MAX_MEMORY_BYTES */
export function createLineSpace(file: LineSpace['file'], maxMemoryBytes: number = MAX_MEMORY_BYTES): LineSpace {
  const taken = new BigInt64Array(new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT));
  return { taken, maxMemoryBytes, file };
}

/** Reserves memory. @returns false, with nothing reserved, if there is not enough */
export function takeMemory({ taken, maxMemoryBytes }: LineSpace, bytes: number): boolean {
  if (Number(Atomics.add(taken, MEMORY, BigInt(bytes))) + bytes <= maxMemoryBytes) return true;
  Atomics.sub(taken, MEMORY, BigInt(bytes));
  return false;
}

/** Releases memory. */
export function giveMemory({ taken }: LineSpace, bytes: number): void {
  Atomics.sub(taken, MEMORY, BigInt(bytes));
}

/** Reserves a part of the file. @returns where it begins */
export function takeFile({ taken }: LineSpace, bytes: number): number {
  return Number(Atomics.add(taken, FILE, BigInt(bytes)));
}

/** Reserved bytes of the file. */
export function fileBytes({ taken }: LineSpace): number {
  return Number(Atomics.load(taken, FILE));
}

/** Writes to the file. @throws HeadgateError `sample-too-large`, which ends the run */
export function writeToFile({ file, maxMemoryBytes }: LineSpace, bytes: Uint8Array, at: number): void {
  if (typeof file === 'string') throw tooLarge(maxMemoryBytes, file);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
  } catch (error) {
    throw tooLarge(maxMemoryBytes, writeReason(error), error);
  }
}

function tooLarge(bytes: number, reason: string, cause?: unknown): HeadgateError {
  return new HeadgateError(
    'sample-too-large',
    `cannot store the sample: found more than ${bytes / 1024 / 1024} MiB of lines, and the temporary file for further lines cannot be written: ${reason}; set TMPDIR to a folder with more room, or draw fewer lines with -n`,
    { endsRun: true, cause },
  );
}
