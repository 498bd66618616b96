// Builds columns of objects in the kernel, fed as src/input/objects feeds windows, and in JavaScript. Bytes are latin1 texts.
import assert from 'node:assert/strict';
import {
  ColumnLines,
  ColumnBuilder as ColumnReference,
  type ColumnRows,
  codeOf,
  textOf,
} from '../../../src/input/columns/index.ts';
import {
  anotherKernel,
  type ColumnBuilder,
  type ColumnRequest,
  createColumnBuilder,
  type LineScanner,
} from '../../../src/input/kernel/index.ts';
import { createRecordReader, type LineRecord, MAX_LINE_BYTES } from '../../../src/input/record/index.ts';
import { eventTimeOf, getDataset } from '../../../src/language/dataset/index.ts';
import { openKernel } from './inflate-all.ts';

export const dataset = getDataset('http_requests');
export const sources = [await openKernel(), await openKernel()];
export const kernel = anotherKernel()!;

const timeOf = (record: LineRecord) => eventTimeOf(dataset, record.get(dataset.eventTime.field));
export const bytesOf = (text: string) => Buffer.from(text, 'latin1');
export const textIn = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/** A builder that is taken whenever it is full, and its parts. */
export function partsOf(request: Partial<ColumnRequest> = {}) {
  const parts: ColumnRows[] = [];
  const builder = createColumnBuilder(kernel, { dataset, onFull: () => parts.push(builder.take()), ...request })!;
  return { builder, parts, end: () => [...parts, builder.take()] };
}

/** Feeds an object in chunks, as the windows of another kernel; lines that are deferred or have no end are added one by one. */
export class Feed {
  readonly #builder: ColumnBuilder;
  readonly #scanner: LineScanner;
  readonly #source: (typeof sources)[number];
  readonly #body: Buffer;
  #keepFrom: number | undefined;
  #at = 0;
  #offset: number;
  readonly reasons: string[] = [];

  constructor(
    builder: ColumnBuilder,
    body: Buffer,
    { source = sources[0]!, maxLineBytes = MAX_LINE_BYTES, offset = 0 } = {},
  ) {
    this.#builder = builder;
    this.#body = body;
    this.#source = source;
    this.#offset = offset;
    this.#scanner = builder.scannerOf(source.kernel);
    this.#scanner.begin(1, maxLineBytes, false);
    source.inflater.begin();
  }

  /** @returns false after the last chunk */
  next(size: number): boolean {
    const chunk = this.#body.subarray(this.#at, this.#at + size);
    this.#at += chunk.length;
    if (chunk.length > 0) this.#read(chunk);
    if (this.#at < this.#body.length) return true;
    const rest = this.#source.inflater.plain(new Uint8Array(), this.#keepFrom);
    const line = this.#viewOf(rest.keptFrom, rest.end);
    if (line.length > 0) this.#add(line);
    return false;
  }

  #read(chunk: Uint8Array): void {
    const window = this.#source.inflater.plain(chunk, this.#keepFrom);
    let at = window.keptFrom;
    for (;;) {
      const line = this.#scanner.read(at, window.end, this.#offset, window.start);
      const to = line?.start ?? this.#scanner.readUpTo;
      this.#offset += to - at;
      at = to;
      if (line === undefined) break;
      this.reasons.push(line.reason);
      this.#add(this.#viewOf(line.start, line.end));
      this.#offset += line.end - at;
      at = line.end;
    }
    this.#keepFrom = at;
  }

  #add(line: Buffer): void {
    this.#builder.add(line, this.#offset);
  }

  #viewOf(start: number, end: number): Buffer {
    return Buffer.from(this.#source.kernel.memory.buffer, start, end - start);
  }
}

/** Feeds an object in chunks of these sizes, repeated. @returns the reasons of deferred lines */
export function feed(
  builder: ColumnBuilder,
  body: Buffer,
  sizes: readonly number[] = [500_000],
  options = {},
): string[] {
  const one = new Feed(builder, body, options);
  for (let turn = 0; one.next(sizes[turn % sizes.length]!); turn += 1);
  return one.reasons;
}

/** Builds the parts of an object. @param body as latin1 */
export function build(body: string, sizes?: readonly number[], request?: Partial<ColumnRequest>): ColumnRows[] {
  const { builder, end } = partsOf(request);
  feed(builder, bytesOf(body), sizes);
  return end();
}

/** Builds the part of an object in JavaScript. */
export function reference(body: string): ColumnRows {
  const bytes = bytesOf(body);
  const builder = new ColumnReference();
  let offset = 0;
  const whole = (size: number): void => {
    builder.addWhole(bytes.subarray(offset, offset + size), offset);
    offset += size;
  };
  const reader = createRecordReader(
    { input: 'ndjson' },
    {
      record(record) {
        builder.add(record, timeOf(record));
        offset += record.bytes;
      },
      blank: whole,
      malformed: (line) => whole(line.bytes),
      remark() {},
    },
  );
  reader.push(bytes);
  reader.end();
  return builder.take();
}

/** The lines of parts, as latin1. */
export const rebuilt = (parts: readonly ColumnRows[]) =>
  textIn(Buffer.concat(parts.map((part) => new ColumnLines(part).lines(0, part.rows))));

/** A row as texts. The template has names in place of numbers. */
function rowOf(part: ColumnRows, row: number) {
  const names = [...part.fields.keys()];
  const place = { offset: part.offsets[row], bytes: part.bytes[row] };
  if (codeOf(part.templates, row) === 0) return { ...place, line: textIn(textOf(part.lines, row)) };
  const template = textIn(textOf(part.templates, row)).replace(
    /\xff(\d+);/g,
    (_mark, number) => `\xff${names[number]};`,
  );
  const values = names.map((name): [string, string] => [name, textIn(textOf(part.fields.get(name)!, row))]);
  return {
    ...place,
    time: part.times[row],
    template,
    values: Object.fromEntries(values.filter(([, value]) => value !== '')),
  };
}

/** Checks that a part has the rows of the reference; where it has a whole line, only the line. @returns rows that are no whole lines */
export function expectSameRows(found: ColumnRows, wanted: ColumnRows): number {
  assert.equal(found.rows, wanted.rows);
  const lines = new ColumnLines(wanted);
  let inColumns = 0;
  for (let row = 0; row < found.rows; row += 1) {
    const one = rowOf(found, row);
    if ('template' in one) inColumns += 1;
    const { offset, bytes } = one;
    const same = 'line' in one ? { offset, bytes, line: textIn(lines.lines(row, row + 1)) } : rowOf(wanted, row);
    assert.deepEqual(one, same);
  }
  return inColumns;
}
