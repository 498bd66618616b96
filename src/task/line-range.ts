// Parts of one plain file that can be read by several threads: each line belongs to the part in which it begins.

/** Lines that begin in it belong to a part. Bytes. */
export interface LineRange {
  /** First byte. 0, or a place whose byte before is looked at too. */
  start: number;
  /** Behind the last one. */
  end: number;
}

const LF = 10;

/** Where the first line of a part can begin: reading starts a byte earlier, to see whether that ends a line. */
export function readingStart({ start }: LineRange): number {
  return Math.max(0, start - 1);
}

/** The lines of a part. @param bytes of the file from {@link readingStart} on */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>, range: LineRange): AsyncGenerator<Uint8Array> {
  let at = readingStart(range);
  let hasBegun = range.start === 0;
  for await (const chunk of bytes) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let first = 0;
    if (!hasBegun) {
      first = buffer.indexOf(LF) + 1;
      hasBegun = first > 0;
      if (!hasBegun) first = buffer.length;
      // The first line begins beyond the part: none does in it.
      if (at + first >= range.end) return;
    }
    // A line end at `end - 1` or behind it ends the last line.
    const last = at + buffer.length < range.end ? -1 : buffer.indexOf(LF, Math.max(first, range.end - 1 - at));
    const behind = last < 0 ? buffer.length : last + 1;
    if (behind > first) yield buffer.subarray(first, behind);
    if (last >= 0) return;
    at += buffer.length;
  }
}

/** Cuts a file into parts of about equal size. */
export function splitFile(bytes: number, parts: number): LineRange[] {
  return Array.from({ length: parts }, (_, part) => ({
    start: Math.floor((bytes * part) / parts),
    end: part === parts - 1 ? Number.POSITIVE_INFINITY : Math.floor((bytes * (part + 1)) / parts),
  }));
}
