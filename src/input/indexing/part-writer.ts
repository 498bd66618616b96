// Columns of a part → an Arrow IPC file, https://arrow.apache.org/docs/format/Columnar.html. Only building an index loads this file, because
// the Arrow library takes longer to load than most queries take to run.
import { randomBytes } from 'node:crypto';
import { constants, crc32, zstdCompressSync } from 'node:zlib';
import * as arrow from 'apache-arrow';
import { writeNewFileSync } from '../../base/file/index.ts';
import {
  type Column,
  type ColumnRows,
  type NamedRun,
  NO_BUFFER,
  NO_TIME,
  NOT_COMPRESSED,
  type PartEntry,
  type StoredBuffer,
  type StoredColumn,
  TextTable,
} from '../columns/index.ts';

/** Level of Zstandard. Level 3 takes twice as long and level 6 five times for the same size. Measured on the samples. */
const ZSTD_LEVEL = 1;
/** `ARROW1` and padding before the first message; the mark of a message and the size of its metadata. Arrow, "IPC File Format". */
const HEADER_BYTES = 8;
const MESSAGE_BYTES = 8;
/** Makes the name of a file unique. Bytes. */
const NAME_BYTES = 8;

/** Sizes of the buffers before compression, in the order of a file. */
let sizes: number[] = [];
arrow.compressionRegistry.set(arrow.CompressionType.ZSTD, {
  encode: (bytes) => {
    sizes.push(bytes.length);
    return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } });
  },
});

/**
 * Writes a part to a new file, which is complete or absent at any time.
 * @param runs all rows by object, in their order
 * @throws the error of the system
 */
export function writePart(folder: string, part: ColumnRows, runs: readonly NamedRun[]): PartEntry {
  sizes = [];
  const texts = [objectsOf(part.rows, runs), part.templates, part.lines, ...fieldsOf(part)];
  const bytes = encode(part, texts);
  const places = placesOf([...part.fields.keys()], texts, bytes);
  const file = `part-${randomBytes(NAME_BYTES).toString('hex')}.arrow`;
  writeNewFileSync(folder, file, bytes);
  return { file, rows: part.rows, size: bytes.length, withheld: [...part.withheld], ...places };
}

/** The columns of this file that are not fields, in its order. */
const OWN = ['_offset', '_bytes', '_time', '_object', '_template', '_line'] as const;
/** The first of the columns of texts. */
const FIRST_TEXTS = OWN.indexOf('_object');

function fieldsOf({ fields }: ColumnRows): Column[] {
  return [...fields.keys()].map((name) => fields.get(name)!);
}

function encode({ rows, offsets, bytes, times, templates, lines, fields }: ColumnRows, texts: Column[]): Uint8Array {
  const nulls = nullsOf(rows, (row) => times[row] === NO_TIME);
  const children = [
    arrow.makeData({ type: new arrow.Int64(), length: rows, nullCount: 0, data: int64Of(offsets) }),
    arrow.makeData({ type: new arrow.Uint32(), length: rows, nullCount: 0, data: bytes }),
    arrow.makeData({ type: new arrow.TimestampNanosecond('UTC'), length: rows, data: times, ...nulls }),
    ...texts.map((column, at) => {
      // A template has a byte that UTF-8 does not have, and a line that is whole may have any.
      const isText = column !== templates && column !== lines;
      return dataOf(column, rows, isText ? new arrow.Utf8() : new arrow.Binary(), FIRST_TEXTS + at);
    }),
  ];
  const schema = new arrow.Schema(
    [...OWN, ...namesInFile([...fields.keys()])].map((name, at) =>
      arrow.Field.new({ name, type: children[at]!.type, nullable: true }),
    ),
  );
  const data = arrow.makeData({ type: new arrow.Struct(schema.fields), length: rows, nullCount: 0, children });
  const writer = new arrow.RecordBatchFileWriter({ compressionType: arrow.CompressionType.ZSTD });
  writer.write(new arrow.RecordBatch(schema, data));
  writer.finish();
  return writer.toUint8Array(true);
}

/** Returns names for field columns that no other column of the file has: a line may have a field `_object`. The manifest has their own names. */
function namesInFile(names: readonly string[]): string[] {
  const taken = new Set<string>([...OWN, ...names]);
  return names.map((name) => {
    if (!OWN.some((own) => own === name)) return name;
    let free = name;
    while (taken.has(free)) free += '_';
    taken.add(free);
    return free;
  });
}

/** Text 0 of a dictionary is none: rows without a text are null, and a code in the file is the code in memory. */
function dataOf({ codes, texts }: Column, rows: number, type: arrow.Utf8 | arrow.Binary, id: number): arrow.Data {
  const first = firstText(codes);
  const offsets = new Int32Array(texts.ends.length + first);
  offsets.set(texts.ends, first);
  const isNull = (row: number): boolean => (codes === undefined ? offsets[row] === offsets[row + 1] : codes[row] === 0);
  const nulls = codes?.includes(0) === false ? { nullCount: 0 } : nullsOf(rows, isNull);
  const values = { type: type as arrow.Utf8, length: offsets.length - 1, valueOffsets: offsets, data: texts.bytes };
  if (codes === undefined) return arrow.makeData({ ...values, ...nulls });
  const dictionary = arrow.makeVector(arrow.makeData({ ...values, nullCount: 0 }));
  const indices = { 1: new arrow.Uint8(), 2: new arrow.Uint16(), 4: new arrow.Uint32() }[codes.BYTES_PER_ELEMENT]!;
  const dictionaryType = new arrow.Dictionary(type, indices as never, id);
  return arrow.makeData({ type: dictionaryType, length: rows, data: codes as never, dictionary, ...nulls });
}

/** The numbers in low and high halves: converting one bigint after the other takes many times as long. */
function int64Of(numbers: Float64Array): BigInt64Array {
  const words = new Uint32Array(numbers.length * 2);
  for (let row = 0; row < numbers.length; row += 1) {
    words[row * 2] = numbers[row]! % 2 ** 32;
    words[row * 2 + 1] = numbers[row]! / 2 ** 32;
  }
  return new BigInt64Array(words.buffer);
}

/** Offsets in a file before the end of the first text: 0, and of a dictionary that of text 0. */
function firstText(codes: Column['codes']): number {
  return codes === undefined ? 1 : 2;
}

function nullsOf(rows: number, isNull: (row: number) => boolean): { nullCount: number; nullBitmap?: Uint8Array } {
  const nullBitmap = new Uint8Array(Math.ceil(rows / 8));
  let nullCount = 0;
  for (let row = 0; row < rows; row += 1) {
    if (isNull(row)) nullCount += 1;
    else nullBitmap[row >> 3]! |= 1 << (row & 7);
  }
  return nullCount === 0 ? { nullCount } : { nullCount, nullBitmap };
}

function objectsOf(rows: number, runs: readonly NamedRun[]): Column {
  const names = new TextTable();
  const codes = new Uint32Array(rows);
  for (const { name, from, to } of runs) codes.fill(names.add(Buffer.from(name)), from, to);
  return names.column(codes);
}

type Places = Pick<PartEntry, 'offsets' | 'bytes' | 'times' | 'templates' | 'lines' | 'fields'>;

/**
 * Finds the buffers of each column in a file. Corrects the size in front of each: apache-arrow 21.2.0 writes that after the compression, other
 * libraries expect that before it.
 */
function placesOf(names: readonly string[], texts: readonly Column[], file: Uint8Array): Places {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  /** By column: the buffers of its dictionary without its nulls, which has none. */
  const dictionaries = new Map<number, StoredBuffer[]>();
  let rows: StoredBuffer[] = [];
  const messages = messagesOf(file, view);
  // The library compresses the rows before the dictionaries, and writes them after them.
  for (const { message, body } of [messages.at(-1)!, ...messages.slice(0, -1)]) {
    const header = message.header() as Extract<ReturnType<typeof message.header>, { buffers: unknown }>;
    const buffers = header.buffers.map(({ offset, length }): StoredBuffer => {
      if (length === 0) return NO_BUFFER;
      const start = body + offset;
      const size = sizes.shift()!;
      if (view.getBigInt64(start, true) !== NOT_COMPRESSED) view.setBigInt64(start, BigInt(size), true);
      return [start, length, crc32(file.subarray(start, start + length))];
    });
    if (message.isDictionaryBatch()) dictionaries.set(message.header().id, buffers.slice(1));
    else rows = buffers;
  }
  let next = 0;
  const take = (count: number): StoredBuffer[] => {
    // The first is that of nulls.
    const taken = rows.slice(next + 1, next + count + 1);
    next += count + 1;
    return taken;
  };
  const [[offsets], [bytes], [times]] = [take(1), take(1), take(1)];
  const [, templates, lines, ...columns] = texts.map(({ codes }, at): StoredColumn => {
    const [ends, bytesOfTexts] = dictionaries.get(FIRST_TEXTS + at) ?? take(2);
    const stored = { ends: ends!, texts: bytesOfTexts! };
    return codes === undefined
      ? stored
      : { ...stored, width: codes.BYTES_PER_ELEMENT as 1 | 2 | 4, codes: take(1)[0]! };
  });
  return {
    ...{ offsets: offsets!, bytes: bytes!, times: times!, templates: templates!, lines: lines! },
    fields: names.map((name, at) => [name, columns[at]!]),
  };
}

/** The messages of a file, and where the buffers of each begin. */
function messagesOf(file: Uint8Array, view: DataView): { message: arrow.Message; body: number }[] {
  const messages: { message: arrow.Message; body: number }[] = [];
  for (let at = HEADER_BYTES; ; ) {
    const metadata = view.getInt32(at + MESSAGE_BYTES / 2, true);
    // The mark of the end.
    if (metadata === 0) return messages;
    const body = at + MESSAGE_BYTES + metadata;
    const message = arrow.Message.decode(file.subarray(at + MESSAGE_BYTES, body));
    messages.push({ message, body });
    at = body + message.bodyLength;
  }
}
