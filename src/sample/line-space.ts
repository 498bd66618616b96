// What the lines of a draw may take, of all threads together: so many bytes of memory, then a temporary file. The file is opened by others
// and named by its descriptor, which all threads of a process share.
import { writeSync } from 'node:fs';
import { HeadgateError, writeReason } from '../base/index.ts';

/** Memory that drawn lines take, of all threads together, before the others go to a file. Bytes; ours. */
export const MAX_MEMORY_BYTES: number = 128 * 1024 * 1024;
/** Code of the error of a file that cannot be written: it ends the run. */
export const SAMPLE_TOO_LARGE = 'sample-too-large';

/** Places in {@link LineSpace.taken}. */
const MEMORY = 0;
const FILE = 1;

/** Space that threads share. Plain data. */
export interface LineSpace {
  /** Bytes taken: of memory, and of the file. */
  taken: BigInt64Array<SharedArrayBuffer>;
  maxMemoryBytes: number;
  /** Descriptor of the file, or why there is none. */
  file: number | string;
}

/** Space of which nothing is taken. @param maxMemoryBytes @default MAX_MEMORY_BYTES */
export function createLineSpace(file: LineSpace['file'], maxMemoryBytes: number = MAX_MEMORY_BYTES): LineSpace {
  const taken = new BigInt64Array(new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT));
  return { taken, maxMemoryBytes, file };
}

/** Takes memory. @returns false, with nothing taken, where there is no more */
export function takeMemory({ taken, maxMemoryBytes }: LineSpace, bytes: number): boolean {
  if (Number(Atomics.add(taken, MEMORY, BigInt(bytes))) + bytes <= maxMemoryBytes) return true;
  Atomics.sub(taken, MEMORY, BigInt(bytes));
  return false;
}

/** Gives memory back. */
export function giveMemory({ taken }: LineSpace, bytes: number): void {
  Atomics.sub(taken, MEMORY, BigInt(bytes));
}

/** Takes a part of the file. @returns where it begins */
export function takeFile({ taken }: LineSpace, bytes: number): number {
  return Number(Atomics.add(taken, FILE, BigInt(bytes)));
}

/** Bytes of the file that are taken. */
export function fileBytes({ taken }: LineSpace): number {
  return Number(Atomics.load(taken, FILE));
}

/** Writes to the file. @throws HeadgateError {@link SAMPLE_TOO_LARGE} */
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
    SAMPLE_TOO_LARGE,
    `cannot hold the sample: found more than ${bytes / 1024 / 1024} MiB of lines, and the temporary file for the others cannot be written: ${reason}; set TMPDIR to a folder with more room, or draw fewer lines with -n`,
    { cause },
  );
}
