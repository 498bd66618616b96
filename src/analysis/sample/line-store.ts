// Stores the lines of a draw in buffers, where a line takes the space of a dropped one. As strings, tens of thousands of short-lived
// lines would grow the heap to several times their size. When the memory for lines is used up, full buffers are written to a file, in
// which space is reused in the same manner.
import type { LineRecord, RecordReader } from '../../input/record/index.ts';
import type { HeldLines } from './held-lines.ts';
import { createLineSpace, giveMemory, type LineSpace, takeFile, takeMemory, writeToFile } from './line-space.ts';

/** Size of a buffer. Bytes. */
const BUFFER_BYTES = 256 * 1024;
/** Longer lines have their own buffer, which is dropped with them. Bytes. */
const MAX_SHARED_BYTES = 32 * 1024;
/** Sizes of rooms between one power of two and the next: at most a quarter of a room is empty. */
const ROOMS_PER_DOUBLING = 4;
/** Smallest step between two sizes of rooms. Bytes. */
const LEAST_STEP = 64;
const NO_LINES: Uint8Array<ArrayBuffer> = new Uint8Array(0);

/** A buffer of lines. */
interface Segment {
  /** Undefined: in the file, or dropped. */
  bytes: Uint8Array<ArrayBuffer> | undefined;
  /** Where it begins in the file, if it is there. */
  at: number;
}

/** Stores lines as bytes. Lines are numbered; the number of a dropped line is reused. */
export class LineStore {
  readonly #space: LineSpace;
  readonly #segments: Segment[] = [];
  /** By line: its segment, where it begins there, and its bytes. */
  readonly #segmentOf: number[] = [];
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  /** Dropped lines whose room is free, by size. */
  readonly #free = new Map<number, number[]>();
  /** Lines that were dropped together with their segments. */
  readonly #gone: number[] = [];
  /** The segment that is being filled, and how far. */
  #open: Segment = { bytes: NO_LINES, at: 0 };
  #openNumber = 0;
  #used = 0;

  /** @param space shared with other stores @default memory, no file */
  constructor(space: LineSpace = createLineSpace('no file is open')) {
    this.#space = space;
  }

  /** Copies a line and its line end. @returns its number @throws HeadgateError `sample-too-large` */
  hold(line: Uint8Array, lineEnd: string): number {
    const length = line.length + lineEnd.length;
    const number = this.#numberFor(length);
    const { bytes, at } = this.#segments[this.#segmentOf[number]!]!;
    const start = this.#starts[number]!;
    if (bytes === undefined) {
      writeToFile(this.#space, lineEnd === '' ? line : Buffer.concat([line, Buffer.from(lineEnd)]), at + start);
    } else {
      bytes.set(line, start);
      for (let index = 0; index < lineEnd.length; index += 1) {
        bytes[start + line.length + index] = lineEnd.charCodeAt(index);
      }
    }
    return number;
  }

  /** Drops a line, which must not be read afterwards. */
  giveUp(number: number): void {
    const length = this.#lengths[number]!;
    const segment = this.#segments[this.#segmentOf[number]!]!;
    if (length > MAX_SHARED_BYTES && segment.bytes !== undefined) {
      giveMemory(this.#space, segment.bytes.length);
      segment.bytes = undefined;
      this.#gone.push(number);
      return;
    }
    const room = roomFor(length);
    const free = this.#free.get(room);
    if (free === undefined) this.#free.set(room, [number]);
    else free.push(number);
  }

  /** Returns the lines with the given numbers, in that order, as plain data. No line may be stored afterwards. */
  toLines(numbers: readonly number[]): HeldLines {
    return {
      segments: this.#segments.map(({ bytes }) => bytes),
      filePlaces: Float64Array.from(this.#segments, ({ at }) => at),
      segmentOf: Uint32Array.from(numbers, (number) => this.#segmentOf[number]!),
      starts: Uint32Array.from(numbers, (number) => this.#starts[number]!),
      lengths: Uint32Array.from(numbers, (number) => this.#lengths[number]!),
    };
  }

  #numberFor(length: number): number {
    const room = roomFor(length);
    const free = this.#free.get(room)?.pop();
    if (free !== undefined) {
      this.#lengths[free] = length;
      return free;
    }
    if (length > MAX_SHARED_BYTES) return this.#alone(length, room);
    if (this.#used + room > this.#open.bytes!.length) this.#openNext();
    const start = this.#used;
    this.#used += room;
    return this.#add(this.#openNumber, start, length);
  }

  /** Creates a segment for one line. */
  #alone(length: number, room: number): number {
    const isInMemory = takeMemory(this.#space, length);
    const segment: Segment = {
      bytes: isInMemory ? newBytes(length) : undefined,
      at: isInMemory ? 0 : takeFile(this.#space, room),
    };
    const gone = this.#gone.pop();
    if (gone !== undefined) {
      this.#segments[this.#segmentOf[gone]!] = segment;
      this.#lengths[gone] = length;
      return gone;
    }
    return this.#add(this.#segments.push(segment) - 1, 0, length);
  }

  #openNext(): void {
    const full = this.#open;
    const isFirst = full.bytes!.length === 0;
    if (isFirst || takeMemory(this.#space, BUFFER_BYTES)) this.#open = { bytes: newBytes(BUFFER_BYTES), at: 0 };
    else {
      full.at = takeFile(this.#space, BUFFER_BYTES);
      writeToFile(this.#space, full.bytes!, full.at);
      this.#open = { bytes: full.bytes, at: 0 };
      full.bytes = undefined;
    }
    this.#openNumber = this.#segments.push(this.#open) - 1;
    this.#used = 0;
  }

  #add(segment: number, start: number, length: number): number {
    this.#segmentOf.push(segment);
    this.#starts.push(start);
    return this.#lengths.push(length) - 1;
  }
}

/** Bytes that a line occupies in a segment. */
function roomFor(length: number): number {
  const step = Math.max(LEAST_STEP, 2 ** (31 - Math.clz32(length)) / ROOMS_PER_DOUBLING);
  return Math.ceil(length / step) * step;
}

/** Memory that can be transferred to another thread. */
function newBytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new ArrayBuffer(length));
}

/**
 * Copies a line with its line end, LF or CR LF. A last line without a line end gets LF, because lines must not run together; so
 * does an element of a JSON array.
 * @param shape of the object
 * @returns its number in the store
 */
export function holdStored(record: LineRecord, shape: RecordReader['shape'], store: LineStore): number {
  // Only CSV rows and unwrapped records differ from the bytes that were read. Other lines need not be copied twice.
  const isOther = shape === 'csv' || record.wrapper !== undefined || record.envelope !== undefined;
  const line = isOther ? record.stored() : record.json;
  return store.hold(line, record.bytes === line.length + 2 ? '\r\n' : '\n');
}
