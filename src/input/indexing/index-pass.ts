// The pass that builds an index: puts the lines of each object into columns, and stores each full part with the objects that it completes.
// Counts only what the lines are.
import { HeadgateError } from '../../base/index.ts';
import { type Dataset, eventTimeOf } from '../../language/dataset/index.ts';
import {
  ColumnBuilder,
  type ColumnRows,
  codeOf,
  LINE_ENDS,
  type NamedRun,
  textOf,
  withhold,
} from '../columns/index.ts';
import { anotherKernel, createColumnBuilder, type Inflated, type Kernel, type LineScanner } from '../kernel/index.ts';
import { indexWriteError, Manifest } from '../manifest/index.ts';
import { createRecordReader, type LineRecord, type RecordReaderOptions } from '../record/index.ts';
import { KernelScanners, type ObjectDamage, type ObjectPass, ObjectScan, type Pass } from '../scan/index.ts';
import { writePart } from './part-writer.ts';

/** Builds the parts of an index, in the kernel or in JavaScript. */
interface PartBuilder {
  readonly rows: number;
  /**
   * Adds a line.
   * @param line with its line end @param record absent for a line that is no record
   * @returns false if it may have a value that must be left out
   */
  add(line: Uint8Array, offset: number, record?: LineRecord): boolean;
  /** Adds the lines in the memory of a kernel. @default lines are added one by one */
  scannerOf?: (source: Kernel) => LineScanner;
  take(): ColumnRows;
}

/** @param onFull must take the rows */
function createBuilder(dataset: Dataset, onFull: () => void, isWithholding: boolean): PartBuilder {
  const kernel = anotherKernel();
  const fast = kernel && createColumnBuilder(kernel, { dataset, onFull, hasWhole: !isWithholding });
  if (fast !== undefined) return fast;
  const builder = new ColumnBuilder(!isWithholding);
  return {
    get rows() {
      return builder.rows;
    },
    add: (line, offset, record) => {
      if (builder.isFull) onFull();
      if (record !== undefined) return builder.add(record, eventTimeOf(dataset, record.get(dataset.eventTime.field)));
      builder.addWhole(line, offset);
      return true;
    },
    take: () => builder.take(),
  };
}

/** Lines by what they are. They add up. */
export type LineKinds = Record<'records' | 'malformed' | 'blank', number>;

/** What a thread has read, and what stopped it. */
export interface IndexedLines {
  lines: LineKinds;
  failure: { code: string; message: string } | undefined;
}

/** Adds the rows of a part. The builder in the kernel does not parse the lines that it stores whole. */
function countRows({ rows, templates, lines }: ColumnRows, kinds: LineKinds): void {
  const reader = createRecordReader(
    { input: 'ndjson' },
    {
      record: () => (kinds.records += 1),
      blank: () => (kinds.blank += 1),
      malformed: () => (kinds.malformed += 1),
      remark: () => {},
    },
  );
  for (let row = 0; row < rows; row += 1) {
    if (codeOf(templates, row) !== 0) {
      kinds.records += 1;
      continue;
    }
    const line = textOf(lines, row);
    reader.push(line);
    // The last line of an object may have no line end.
    if (line.at(-1) !== LF) reader.push(LINE_FEED);
  }
  reader.end();
}

const LF = 10;
const LINE_FEED = Uint8Array.of(LF);

/** Builds an index in one thread. */
export class IndexPass implements Pass {
  readonly dataset: Dataset;
  readonly scanners: KernelScanners<LineScanner>;
  readonly #manifest: Manifest;
  readonly #without: readonly string[];
  readonly #builder: PartBuilder;
  #lines = 0;
  readonly #kinds: LineKinds = { records: 0, malformed: 0, blank: 0 };
  /** The object whose lines are being added. */
  #newest = '';
  /** All rows of the part that is being built, by object. */
  #rows: NamedRun[] = [];
  /** Objects that end in the part that is being built. */
  #ended: string[] = [];

  /** @param folder of the index, which has a manifest with all objects that are to be read */
  constructor(folder: string, dataset: Dataset) {
    this.#manifest = Manifest.open(folder, 'write');
    this.#without = this.#manifest.settings.without;
    this.dataset = dataset;
    const onFull = (): void => {
      this.endRun();
      this.#store();
    };
    this.#builder = createBuilder(dataset, onFull, this.#without.length > 0);
    this.scanners = new KernelScanners((kernel) => this.#builder.scannerOf?.(kernel));
  }

  get lineCount(): number {
    return this.#lines + this.scanners.lineCount;
  }

  openObject(name: string, reader: RecordReaderOptions): ObjectPass {
    return new IndexObject(this, name, reader, this.#without.length > 0);
  }

  /** Notes that the next lines are those of an object. */
  beginRun(object: string): void {
    this.#newest = object;
  }

  add(...line: Parameters<PartBuilder['add']>): boolean {
    this.#lines += 1;
    return this.#builder.add(...line);
  }

  /** Counts a line that is not added. */
  countOther(kind: keyof LineKinds): void {
    this.#kinds[kind] += 1;
  }

  /** Notes lines that a kernel has added. */
  countLines(lines: number): void {
    this.#lines += lines;
  }

  /** Assigns the rows since the last call to the object that is being read. */
  endRun(): void {
    const last = this.#rows.at(-1);
    const from = last?.to ?? 0;
    const to = this.#builder.rows;
    if (to === from) return;
    if (last?.name === this.#newest) last.to = to;
    else this.#rows.push({ name: this.#newest, from, to });
  }

  /** Ends an object. @param isWhole whether its rows are all of its lines; else it is read where it is */
  end(object: string, isWhole: boolean): void {
    if (isWhole) this.#ended.push(object);
    else this.#manifest.change(() => this.#manifest.setState(object, 'stored'));
  }

  /** Stores the last part. @returns plain data, for another thread */
  finish(): IndexedLines {
    try {
      this.#store();
      this.#manifest.close();
      return { lines: this.#kinds, failure: undefined };
    } catch (error) {
      if (!(error instanceof HeadgateError)) throw error;
      return { lines: this.#kinds, failure: { code: error.code, message: error.message } };
    }
  }

  #store(): void {
    const manifest = this.#manifest;
    const { folder } = manifest;
    const [runs, ended] = [this.#rows, this.#ended];
    [this.#rows, this.#ended] = [[], []];
    if (runs.length === 0 && ended.length === 0) return;
    const taken = this.#builder.take();
    countRows(taken, this.#kinds);
    const rows = withhold(taken, this.#without);
    try {
      // Objects without a line need no part.
      const part = rows.rows > 0 ? writePart(folder, rows, runs) : undefined;
      manifest.change(() => {
        if (part !== undefined) manifest.addPart(part, runs);
        for (const name of ended) manifest.setState(name, 'columns');
      });
    } catch (error) {
      throw error instanceof HeadgateError ? error : indexWriteError(folder, error);
    }
  }
}

/** One object on its way into an index. */
class IndexObject implements ObjectPass {
  readonly damage = undefined;
  readonly #pass: IndexPass;
  readonly #name: string;
  readonly #scan: ObjectScan<LineScanner>;
  /** Offset of the first line that was not added. */
  #at: number;
  /** Whether the rows are not all lines of the object, so that it must be read where it is. */
  #isOther = false;
  /** Whether its last line was read. */
  #isEnded = false;
  /** Whether bytes of it could not be read: another build tries it again. */
  #isUnavailable = false;

  constructor(pass: IndexPass, name: string, options: RecordReaderOptions, isWithholding: boolean) {
    this.#pass = pass;
    this.#name = name;
    this.#at = options.offset ?? 0;
    // The lines are stored as they are, whatever is around their records.
    const { envelope, ...reading } = { ...options, halt: undefined, unwrap: undefined };
    this.#scan = new ObjectScan(pass.scanners, isWithholding ? { ...reading, envelope } : reading, {
      record: (record) => {
        // The fields inside an envelope are not columns, so that their values could not be left out.
        if (record.envelope !== undefined || this.#scan.shape !== 'ndjson') this.#isOther = true;
        this.#add('records', record.bytes, record.json, record);
        return true;
      },
      blank: (...line) => this.#add('blank', ...line),
      malformed: ({ bytes }, line) => {
        // A line without columns may have a value that must be left out.
        if (isWithholding || this.#scan.shape !== 'ndjson') this.#isOther = true;
        this.#add('malformed', bytes, line);
      },
      remark: () => {
        this.#isOther = true;
      },
      begin: (scanner, { maxLineBytes, defersNoField }) => scanner.begin(0, maxLineBytes, defersNoField),
      passed: (offset) => {
        this.#at = offset;
      },
      counts: ({ lines }) => pass.countLines(lines.read),
      problem: ({ isUnavailable = false }) => {
        this.#isOther = true;
        this.#isUnavailable ||= isUnavailable;
      },
    });
  }

  get linesRead(): number {
    return this.#scan.linesRead;
  }

  push(chunk: Uint8Array): void {
    this.#read(() => this.#scan.push(chunk));
  }

  readWindow(window: Inflated): void {
    this.#read(() => this.#scan.readWindow(window));
  }

  end(isTruncated = false): void {
    this.#read(() => this.#scan.end(isTruncated));
    this.#isOther ||= isTruncated || (this.#scan.shape ?? 'ndjson') !== 'ndjson';
    this.#isEnded = true;
  }

  problem(damage: ObjectDamage): void {
    this.#scan.problem(damage);
  }

  close(): void {
    this.#scan.close();
    if (this.#isEnded && !this.#isUnavailable) this.#pass.end(this.#name, !this.#isOther);
  }

  #read(read: () => void): void {
    this.#pass.beginRun(this.#name);
    read();
    this.#pass.endRun();
  }

  /** @param line without its line end; undefined: it cannot be a row */
  #add(kind: keyof LineKinds, bytes: number, line?: Uint8Array, record?: LineRecord): void {
    this.#isOther ||= line === undefined;
    if (!this.#isOther) {
      const whole = Buffer.concat([line!, LINE_ENDS[bytes - line!.length]!]);
      this.#isOther = !this.#pass.add(whole, this.#at, record);
    }
    if (this.#isOther) this.#pass.countOther(kind);
    this.#at += bytes;
  }
}
