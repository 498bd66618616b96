// A line that may become a sample, wherever it was read. Decodes it at most once, and only when a sample takes it.
import type { LineRecord } from '../../input/record/index.ts';
import type { Verdict } from '../../language/filter/index.ts';

/** A line that may become a sample. */
export interface DrawnLine {
  /** `lineHash` of its place. */
  hash: number;
  /** Name of the object. */
  object: string;
  offset: number;
  /** Returns the line as pushed. Valid until the next line is read. */
  stored: () => string;
  /** Returns the line as JSON, likewise. */
  json: () => string;
  /** UTF-8 bytes of the JSON. */
  jsonBytes: number;
  /** Bytes of the stored line, with its line end. */
  bytes: number;
}

/** The samples of a verdict of a selection. */
export interface VerdictDraw {
  slot: number;
  verdict: Verdict;
  /** Returns the hash below which lines may be chosen. It never rises. */
  hashesBelow(): number;
  draw(line: DrawnLine): void;
}

/** A line that the record reader has read. */
export function drawnRecord(line: LineRecord, hash: number, object: string): DrawnLine {
  const { json } = line;
  return {
    ...{ hash, object, offset: line.offset },
    stored: () => decoded(line.pushed()),
    json: () => decoded(json),
    jsonBytes: json.length,
    bytes: line.bytes,
  };
}

/** A line of NDJSON in the kernel's memory, with its LF, which a CR may precede. */
export function drawnLine(bytes: Uint8Array, place: Pick<DrawnLine, 'hash' | 'object' | 'offset'>): DrawnLine {
  const hasCr = bytes[bytes.length - 2] === CR;
  const line = bytes.subarray(0, bytes.length - (hasCr ? 2 : 1));
  let text: string | undefined;
  // Several samples share one text.
  const read = (): string => {
    text ??= decoded(line);
    return text;
  };
  return { ...place, stored: read, json: read, jsonBytes: line.length, bytes: bytes.length };
}

const CR = 13;

function decoded(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}
