// The pass that builds an index: puts the lines of each object into columns, and stores each full part with the objects that it completes.
// Counts nothing.
import { HeadgateError } from '../../base/index.ts';
import { type Dataset, eventTimeOf } from '../../language/dataset/index.ts';
import { ColumnBuilder, type NamedRun, NO_TIME, withhold } from '../columns/index.ts';
import type { Inflated } from '../kernel/index.ts';
import { indexWriteError, Manifest, type StoredRun } from '../manifest/index.ts';
import { createRecordReader, type RecordReader, type RecordReaderOptions } from '../record/index.ts';
import type { ObjectDamage, ObjectPass, Pass } from '../scan/index.ts';
import { writePart } from './part-writer.ts';

/** A run of an object in a part that may not be stored yet. */
interface OpenRun {
  part: number;
  from: number;
  to: number;
}

/** An object whose runs may not be stored yet. */
interface ReadObject {
  name: string;
  runs: OpenRun[];
}

/** Builds an index in one thread. */
export class IndexPass implements Pass {
  lineCount = 0;
  readonly dataset: Dataset;
  readonly #manifest: Manifest;
  readonly #without: readonly string[];
  readonly #builder = new ColumnBuilder();
  /** Number of the part that is being built, in this thread; all smaller ones are stored. */
  #part = 0;
  /** By number in this thread: that in the manifest. */
  readonly #stored: number[] = [];
  /** All rows of the part that is being built, by object. */
  #rows: NamedRun[] = [];
  /** Objects that end in the part that is being built. */
  #ended: ReadObject[] = [];

  /** @param folder of the index, which has a manifest with all objects that are to be read */
  constructor(folder: string, dataset: Dataset) {
    this.#manifest = Manifest.open(folder, 'write');
    this.#without = this.#manifest.settings.without;
    this.dataset = dataset;
  }

  openObject(name: string, reader: RecordReaderOptions): ObjectPass {
    return new IndexObject(this, { name, runs: [] }, reader, this.#without.length > 0);
  }

  /** Adds a row of an object. */
  add({ name, runs }: ReadObject, write: (builder: ColumnBuilder) => void): void {
    if (this.#builder.isFull) this.#store();
    const row = this.#builder.rows;
    write(this.#builder);
    this.lineCount += 1;
    const last = runs.at(-1);
    if (last?.part === this.#part && last.to === row) last.to = row + 1;
    else runs.push({ part: this.#part, from: row, to: row + 1 });
    const newest = this.#rows.at(-1);
    if (newest?.name === name) newest.to = row + 1;
    else this.#rows.push({ name, from: row, to: row + 1 });
  }

  /** Ends an object. @param isWhole whether its rows are all of its lines; else it is read where it is */
  end(object: ReadObject, isWhole: boolean): void {
    if (isWhole) this.#ended.push(object);
    else this.#manifest.change(() => this.#manifest.setState(object.name, 'stored'));
  }

  /** Stores the last part. @returns an error, for another thread */
  finish(): { code: string; message: string } | undefined {
    try {
      this.#store();
      this.#manifest.close();
      return undefined;
    } catch (error) {
      if (error instanceof HeadgateError) return { code: error.code, message: error.message };
      throw error;
    }
  }

  #store(): void {
    const manifest = this.#manifest;
    const { folder } = manifest;
    const ended = this.#ended;
    this.#ended = [];
    if (this.#builder.rows === 0 && ended.length === 0) return;
    const rows = withhold(this.#builder.take(), this.#without);
    try {
      // Objects without a line need no part.
      const part = rows.rows > 0 ? writePart(folder, rows, this.#rows) : undefined;
      manifest.change(() => {
        if (part !== undefined) this.#stored[this.#part] = manifest.addPart(part);
        for (const { name, runs } of ended) {
          const inParts = runs.map(
            (run): StoredRun => ({ part: this.#stored[run.part]!, first: run.from, last: run.to }),
          );
          manifest.addRuns(name, inParts);
        }
      });
    } catch (error) {
      throw error instanceof HeadgateError ? error : indexWriteError(folder, error);
    }
    this.#rows = [];
    this.#part += 1;
  }
}

/** One object on its way into an index. */
class IndexObject implements ObjectPass {
  linesRead = 0;
  readonly damage = undefined;
  readonly #pass: IndexPass;
  readonly #object: ReadObject;
  readonly #reader: RecordReader;
  /** Bytes that may be needed: from {@link #start} on, which is not after {@link #at}. */
  #pieces: Uint8Array[] = [];
  #start: number;
  /** Offset of the first line that the reader has not reported. */
  #at: number;
  /** Whether the rows are not all lines of the object, so that it must be read where it is. */
  #isOther = false;
  /** Whether its last line was read. */
  #isEnded = false;
  /** Whether bytes of it could not be read: another build tries it again. */
  #isUnavailable = false;

  constructor(pass: IndexPass, object: ReadObject, options: RecordReaderOptions, isWithholding: boolean) {
    this.#pass = pass;
    this.#object = object;
    this.#at = options.offset ?? 0;
    this.#start = this.#at;
    const { dataset } = pass;
    // The lines are stored as they are, whatever is around their records.
    const { envelope, ...reading } = { ...options, halt: undefined, unwrap: undefined };
    this.#reader = createRecordReader(isWithholding ? { ...reading, envelope } : reading, {
      record: (record) => {
        // The fields inside an envelope are not columns, so that their values could not be left out.
        if (record.envelope !== undefined || this.#reader.shape !== 'ndjson') this.#isOther = true;
        const time = eventTimeOf(dataset, record.get(dataset.eventTime.field)) ?? NO_TIME;
        this.#add(record.bytes, (builder) => builder.add(record, time));
      },
      blank: (bytes) => this.#addWhole(bytes),
      malformed: ({ bytes, reason }) => {
        // A line without columns may have a value that must be left out.
        if (reason === 'too-long' || isWithholding || this.#reader.shape !== 'ndjson') this.#isOther = true;
        this.#addWhole(bytes);
      },
      remark: () => {
        this.#isOther = true;
      },
    });
  }

  push(chunk: Uint8Array): void {
    if (!this.#isOther) this.#pieces.push(chunk);
    this.#reader.push(chunk);
    this.#keepUnread();
  }

  readWindow(window: Inflated): void {
    this.push(window.bytes);
  }

  end(isTruncated = false): void {
    this.#reader.end(isTruncated);
    this.#isOther ||= isTruncated || (this.#reader.shape ?? 'ndjson') !== 'ndjson';
    this.#isEnded = true;
  }

  problem({ isUnavailable = false }: ObjectDamage): void {
    this.#isOther = true;
    this.#isUnavailable ||= isUnavailable;
  }

  close(): void {
    this.#pieces = [];
    if (this.#isEnded && !this.#isUnavailable) this.#pass.end(this.#object, !this.#isOther);
  }

  #addWhole(bytes: number): void {
    this.#add(bytes, (builder) => builder.addWhole(this.#line(bytes), this.#at));
  }

  #add(bytes: number, write: (builder: ColumnBuilder) => void): void {
    if (!this.#isOther) this.#pass.add(this.#object, write);
    this.#at += bytes;
    this.linesRead += 1;
  }

  /** The bytes of the line at {@link #at}. */
  #line(bytes: number): Uint8Array {
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)];
    const from = this.#at - this.#start;
    return this.#pieces[0]!.subarray(from, from + bytes);
  }

  /** Keeps a copy of the bytes that the reader has not reported: the chunk is reused. */
  #keepUnread(): void {
    if (this.#isOther) {
      this.#pieces = [];
      return;
    }
    let read = this.#at - this.#start;
    while (this.#pieces.length > 0 && read >= this.#pieces[0]!.length) read -= this.#pieces.shift()!.length;
    const [first] = this.#pieces;
    this.#start = this.#at;
    if (first === undefined) return;
    this.#pieces[0] = first.subarray(read);
    this.#pieces.push(this.#pieces.pop()!.slice());
  }
}
