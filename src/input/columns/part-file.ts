// Reads the columns of a part from its Arrow IPC file, each when it is asked for. Takes the places of their buffers from the manifest: a query
// loads neither the Arrow library nor a column that it does not use.
import { closeSync, openSync, readSync } from 'node:fs';
import { basename, join } from 'node:path';
import { crc32, zstdDecompressSync } from 'node:zlib';
import { HeadgateError, readReason } from '../../base/index.ts';
import type { Column, ColumnRows, FieldColumns, RowRange } from './column-part.ts';

/** A compressed buffer in a file: its place, and the CRC-32 of its bytes there. */
export type StoredBuffer = readonly [at: number, bytes: number, crc: number];

/** A column in a file. */
export interface StoredColumn {
  /** Of a code; absent without codes. Bytes. */
  width?: 1 | 2 | 4;
  codes?: StoredBuffer;
  ends: StoredBuffer;
  texts: StoredBuffer;
}

/** A file, and the places of its columns. Plain data, for the manifest. */
export interface PartEntry {
  /** Name in the folder. */
  file: string;
  rows: number;
  /** Of the file. Bytes. */
  size: number;
  offsets: StoredBuffer;
  bytes: StoredBuffer;
  times: StoredBuffer;
  templates: StoredColumn;
  lines: StoredColumn;
  fields: [name: string, column: StoredColumn][];
  withheld: string[];
}

/** Rows of an object in a part. */
export interface NamedRun extends RowRange {
  name: string;
}

/** An empty buffer, which has no place. */
export const NO_BUFFER: StoredBuffer = [0, 0, 0];
/** In front of each buffer: its size before compression. Arrow, "Compression". Bytes. */
const SIZE_BYTES = 8;
/** In place of this size. */
export const NOT_COMPRESSED = -1n;
/** Least size of the output of zlib. Bytes. https://nodejs.org/api/zlib.html */
const LEAST_OUTPUT = 64;
/** The offsets of a dictionary before the end of text 1: 0, and the end of text 0, which no row has. Those of other texts: 0. */
const DICTIONARY_STARTS = 2;
const TEXT_STARTS = 1;

/** A kind of typed arrays. */
interface NumbersOf<Numbers> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): Numbers;
}

const CODES: Record<1 | 2 | 4, NumbersOf<NonNullable<Column['codes']>>> = {
  1: Uint8Array,
  2: Uint16Array,
  4: Uint32Array,
};

/** Uses of columns, of all parts. */
let uses = 0;

/** The columns of a part on disk. Keeps each that was asked for. */
export class PartFile implements ColumnRows {
  readonly rows: number;
  readonly fields: FieldColumns;
  readonly withheld: ReadonlySet<string>;
  /** Memory of the columns that were read. Bytes. */
  size = 0;
  readonly #folder: string;
  readonly #stored: PartEntry;
  readonly #read: Map<StoredBuffer | StoredColumn, { value: unknown; bytes: number; used: number }>;

  /** @param from a part in memory whose columns are used where it has them @default none */
  constructor(folder: string, stored: PartEntry, from?: PartFile) {
    this.#folder = folder;
    this.#stored = stored;
    this.#read = new Map(from === undefined ? [] : from.#read);
    this.rows = stored.rows;
    this.withheld = new Set(stored.withheld);
    const fields = new Map(stored.fields);
    this.fields = {
      size: fields.size,
      keys: () => fields.keys(),
      get: (name) => {
        const column = fields.get(name);
        return column && this.#column(column);
      },
      storedBytes: (name) => {
        const { codes = NO_BUFFER, ends, texts } = fields.get(name)!;
        return codes[1] + ends[1] + texts[1];
      },
    };
  }

  get offsets(): Float64Array {
    return this.#once(this.#stored.offsets, (place) => {
      // Low and high halves: converting one bigint after the other takes twenty times as long.
      const words = this.#numbers(Uint32Array, place);
      const offsets = new Float64Array(words.length / 2);
      for (let row = 0; row < offsets.length; row += 1) offsets[row] = words[row * 2 + 1]! * 2 ** 32 + words[row * 2]!;
      return offsets;
    });
  }

  get bytes(): Uint32Array {
    return this.#once(this.#stored.bytes, (place) => this.#numbers(Uint32Array, place));
  }

  get times(): BigInt64Array {
    return this.#once(this.#stored.times, (place) => this.#numbers(BigInt64Array, place));
  }

  get templates(): Column {
    return this.#column(this.#stored.templates);
  }

  get lines(): Column {
    return this.#column(this.#stored.lines);
  }

  /** What is in memory, with its last use, which is greater for a later one. What is released is read again when it is next asked for. */
  held() {
    return [...this.#read].map(([place, { used, bytes }]) => ({
      ...{ used, bytes },
      release: () => {
        if (this.#read.delete(place)) this.size -= bytes;
      },
    }));
  }

  /** The same part. What is read of it alone is not kept. */
  passing(): PartFile {
    return new PartFile(this.#folder, this.#stored, this);
  }

  /** Reads all buffers, to check them. @throws HeadgateError `index-damaged` */
  check(): void {
    const { offsets, bytes, times, templates, lines, fields } = this.#stored;
    const columns = [templates, lines, ...fields.map(([, column]) => column)];
    const buffers = columns.flatMap(({ codes = NO_BUFFER, ends, texts }) => [codes, ends, texts]);
    for (const buffer of [offsets, bytes, times, ...buffers]) this.#storedBytes(buffer);
  }

  #column(stored: StoredColumn): Column {
    return this.#once(stored, ({ width, codes, ends, texts }) => {
      const starts = codes === undefined ? TEXT_STARTS : DICTIONARY_STARTS;
      const column: Column = {
        texts: { ends: this.#numbers(Uint32Array, ends).subarray(starts), bytes: this.#numbers(Uint8Array, texts) },
      };
      if (codes !== undefined) column.codes = this.#numbers(CODES[width!], codes);
      return column;
    });
  }

  #numbers<Numbers>(type: NumbersOf<Numbers>, place: StoredBuffer): Numbers {
    const stored = this.#storedBytes(place);
    if (stored.length === 0) return new type(stored.buffer, 0, 0);
    const size = stored.readBigInt64LE(0);
    const body = stored.subarray(SIZE_BYTES);
    const limit = Math.max(LEAST_OUTPUT, Number(size) + 1);
    // One piece of output: many small ones take as long as the decompression.
    const options = { chunkSize: limit, maxOutputLength: limit };
    const bytes = size === NOT_COMPRESSED ? body : zstdDecompressSync(body, options);
    this.size += bytes.length;
    // Numbers need a place that is a multiple of their size.
    const { buffer, byteOffset } = bytes.byteOffset % type.BYTES_PER_ELEMENT === 0 ? bytes : new Uint8Array(bytes);
    return new type(buffer, byteOffset, bytes.length / type.BYTES_PER_ELEMENT);
  }

  #storedBytes([at, length, crc]: StoredBuffer): Buffer {
    const path = join(this.#folder, basename(this.#stored.file));
    const bytes = Buffer.alloc(length);
    let read = 0;
    try {
      const file = openSync(path, 'r');
      try {
        read = readSync(file, bytes, 0, length, at);
      } finally {
        closeSync(file);
      }
    } catch (error) {
      throw this.#damaged(`the file cannot be read: ${readReason(error)}`);
    }
    if (read < length) throw this.#damaged(`found ${read} bytes at byte ${at}, expected ${length}`);
    const found = crc32(bytes);
    if (found === crc) return bytes;
    throw this.#damaged(`found the checksum ${found} at byte ${at}, expected ${crc}`, 'move the file away and ');
  }

  /** @param fix a build finds neither by the size nor by the time of the file that it is damaged @default it does */
  #damaged(reason: string, fix = ''): HeadgateError {
    const folder = this.#folder;
    return new HeadgateError(
      'index-damaged',
      `cannot read the index ${folder}: ${this.#stored.file}: ${reason}; if the objects of the index still exist, ${fix}run headgate index --out ${folder}, which reads the damaged part from them again`,
    );
  }

  #once<Place extends StoredBuffer | StoredColumn, Result>(place: Place, read: (place: Place) => Result): Result {
    uses += 1;
    const known = this.#read.get(place);
    if (known !== undefined) {
      known.used = uses;
      return known.value as Result;
    }
    const before = this.size;
    const value = read(place);
    this.#read.set(place, { value, bytes: this.size - before, used: uses });
    return value;
  }
}
