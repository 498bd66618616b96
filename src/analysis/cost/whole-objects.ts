// Reads objects completely, and collects what each output writes of them. Compresses nothing.
import type { TimeRange } from '../../base/index.ts';
import { createScanner, type Scanner, type ScanRequest } from '../../input/kernel/index.ts';
import { emptyTotal, readIntoPass } from '../../input/objects/index.ts';
import type { LineRecord, RecordReaderOptions } from '../../input/record/index.ts';
import {
  ColumnScanner,
  KernelScanners,
  type LinesTotal,
  LineTally,
  type ObjectPass,
  ObjectScan,
  objectHash,
  type Pass,
} from '../../input/scan/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { type CompiledFilter, KEEP } from '../../language/filter/index.ts';
import { CHUNK_BYTES } from '../../language/output/index.ts';
import type { BufferPool } from './buffer-pool.ts';
import type { WrittenRun } from './estimate-written.ts';
import { type Output, type RunOptions, RunText } from './run-text.ts';

/** Above every hash of a place: the kernel defers all lines of a verdict. */
const ALL_HASHES = 2 ** 32;

/** What to read. */
interface KeptLineRequest {
  range: TimeRange;
  dataset: Dataset;
  /** Undefined: every line is delivered. */
  filters: readonly CompiledFilter[] | undefined;
}

/** What receives the lines of one object. */
interface KeptLineSink {
  tally: LineTally;
  /** Called with each line in the range that a filter keeps, and with others. */
  onRecord: (record: LineRecord) => void;
  /** Called with all bytes of the object. @default not all of them are needed */
  onBytes?: ((bytes: Uint8Array) => void) | undefined;
  /** Called at the end. @param areLines whether the object contains its records as lines */
  onEnd: (areLines: boolean) => void;
}

/** Creates the pass of each object. One instance serves one thread. */
export class KeptLineReader {
  readonly #request: KeptLineRequest;
  readonly #scanners: KernelScanners;
  readonly #columns: ColumnScanner;
  /** Of the object that is read from columns. */
  #tally: LineTally | undefined;

  constructor(request: KeptLineRequest) {
    this.#request = request;
    const { filters = [], dataset, range } = request;
    const scan: ScanRequest = {
      dataset,
      filters,
      range,
      detail: 'counts',
      examinedHeadBytes: 0,
      examinedOneIn: 1,
    };
    this.#scanners = new KernelScanners((kernel, onCounts) => createScanner(kernel, scan, onCounts));
    this.#columns = new ColumnScanner(scan, ({ lines }) => this.#tally!.addScanned(lines), true);
  }

  /** Returns a pass for one object. */
  passOf(sink: KeptLineSink): Pass {
    return { lineCount: 0, openObject: (name, options) => this.#open(name, options, sink) };
  }

  #open(name: string, options: RecordReaderOptions, { tally, onRecord, onBytes, onEnd }: KeptLineSink): ObjectPass {
    const { filters } = this.#request;
    const hash = objectHash(name);
    const deferKept = (scanner: Pick<Scanner, 'setSampleLimit'>): void => {
      for (const index of filters!.keys()) scanner.setSampleLimit(index, KEEP, ALL_HASHES);
    };
    const scan: ObjectScan = new ObjectScan(this.#scanners, options, {
      ...tally.openObject(name),
      record: (record) => {
        const isInRange = tally.countRecord(record);
        if (isInRange) onRecord(record);
        return isInRange;
      },
      counts: ({ lines }) => tally.addScanned(lines),
      begin:
        filters &&
        ((scanner, { maxLineBytes, defersNoField }) => {
          scanner.begin(hash, maxLineBytes, defersNoField);
          deferKept(scanner);
        }),
      columns: filters === undefined || onBytes !== undefined ? undefined : this.#columns,
      beginColumns: (start) => {
        this.#tally = tally;
        this.#columns.begin({ name, hash, ...start });
        deferKept(this.#columns);
      },
      bytes: onBytes,
      end: (isTruncated) => onEnd(!isTruncated && scan.shape === 'ndjson' && options.unwrap === undefined),
    });
    return scan;
  }
}

const LF = 10;

const OPENING_BRACE = '{'.charCodeAt(0);

const CLOSING_BRACE = '}'.charCodeAt(0);

/** The text of one object. */
class OriginalLines {
  readonly #pool: BufferPool;
  #chunks: Buffer[] = [];
  /** Of the last chunk. */
  #used = CHUNK_BYTES;
  /** The last byte. */
  #last = LF;
  #lines = 0;
  #bytes = 0;
  /** Where the last line begins. */
  #lineStart = 0;
  #squares = 0;
  #longest = 0;
  /** Whether nothing but a line end precedes or follows each pair of braces. */
  #isBare = true;

  constructor(pool: BufferPool) {
    this.#pool = pool;
  }

  get keptLines(): number {
    return this.#lines;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Adds bytes of the object, in order. */
  add(bytes: Uint8Array): void {
    if (!this.#isBare || bytes.length === 0) return;
    this.#checkLineEnds(bytes);
    this.#append(bytes);
    this.#last = bytes[bytes.length - 1]!;
  }

  /** Ends the last line. @returns the text, in buffers of the pool */
  end(): Buffer[] {
    if (this.#last !== LF) {
      this.#isBare &&= this.#last === CLOSING_BRACE;
      this.#append(Uint8Array.of(LF));
      this.#last = LF;
      this.#endLine(this.#bytes);
    }
    return this.#chunks.map((chunk, index) =>
      index === this.#chunks.length - 1 ? chunk.subarray(0, this.#used) : chunk,
    );
  }

  /**
   * Whether the text contains the object's records, each with a line end, and nothing else. White space around a record, blank lines and a byte
   * order mark are not written, nor are envelopes. Call it after {@link end}.
   * @param lines of the object
   */
  isTextOf({ read, malformed, blank, unwrapped }: LinesTotal): boolean {
    return this.#isBare && unwrapped === undefined && read === this.#lines && malformed + blank === 0;
  }

  discard(): void {
    this.#pool.release(this.#chunks);
    this.#chunks = [];
  }

  /** As those of a `RunText`. */
  figures(stored: number, isApproximate: boolean): WrittenRun {
    const [lines, bytes, squares, longest] = [this.#lines, this.#bytes, this.#squares, this.#longest];
    return { keptLines: lines, keptBytes: bytes, lines, bytes, squares, longest, stored, isApproximate };
  }

  #checkLineEnds(bytes: Uint8Array): void {
    if (this.#last === LF) this.#isBare &&= bytes[0] === OPENING_BRACE;
    for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
      this.#endLine(this.#bytes + at + 1);
      const before = at === 0 ? this.#last : bytes[at - 1];
      const after = at + 1 === bytes.length ? OPENING_BRACE : bytes[at + 1];
      this.#isBare &&= before === CLOSING_BRACE && after === OPENING_BRACE;
    }
  }

  /** @param end its offset in the text */
  #endLine(end: number): void {
    const size = end - this.#lineStart;
    this.#lineStart = end;
    this.#lines += 1;
    this.#squares += size ** 2;
    this.#longest = Math.max(this.#longest, size);
  }

  #append(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    for (let at = 0; at < bytes.length; ) {
      if (this.#used === CHUNK_BYTES) {
        this.#chunks.push(this.#pool.take());
        this.#used = 0;
      }
      const size = Math.min(bytes.length - at, CHUNK_BYTES - this.#used);
      this.#chunks.at(-1)!.set(bytes.subarray(at, at + size), this.#used);
      this.#used += size;
      at += size;
    }
  }
}

/** What some outputs write of an object, all of them the same. */
export interface ObjectText {
  outputs: readonly number[];
  text: RunText | OriginalLines;
}

/** Reads whole objects for a list of outputs. */
export class WholeObjects {
  readonly #reading: RunOptions;
  readonly #pool: BufferPool;
  /** Outputs that write every line. They write the bytes of the object, if it contains nothing but records. Empty after an object with other bytes. */
  readonly #unfiltered: Set<number>;
  /** The lines of the other outputs. */
  readonly #keptLines: KeptLineReader;
  /** The lines of outputs that write few of them. */
  readonly #fewLines: KeptLineReader;
  readonly #allLines: KeptLineReader;

  constructor(reading: RunOptions, pool: BufferPool) {
    const { outputs, range, sparse, isSelective } = reading;
    this.#reading = reading;
    this.#pool = pool;
    const hasRange = range.since !== undefined || range.until !== undefined;
    const isUnfiltered = ({ filter, isUnchanged }: Output): boolean => isUnchanged && filter === undefined && !hasRange;
    this.#unfiltered = new Set(outputs.flatMap((output, index) => (isUnfiltered(output) ? [index] : [])));
    const filters = outputs.flatMap(({ filter }, index) => (this.#unfiltered.has(index) ? [] : [filter]));
    const known = filters.filter((filter) => filter !== undefined);
    const few = outputs.flatMap(({ filter }, index) => (sparse.has(index) && filter !== undefined ? [filter] : []));
    this.#fewLines = new KeptLineReader({ ...reading, filters: few });
    this.#allLines = new KeptLineReader({ ...reading, filters: undefined });
    this.#keptLines =
      isSelective && known.length === filters.length
        ? new KeptLineReader({ ...reading, filters: known })
        : this.#allLines;
  }

  /** Reads an object as the replay has read it, damage included. @param outputs indices */
  async read(item: SourceObject, outputs: readonly number[]): Promise<ObjectText[]> {
    const unfiltered = outputs.filter((output) => this.#unfiltered.has(output));
    const filtered = outputs.filter((output) => !this.#unfiltered.has(output));
    const texts = this.#open(filtered);
    const reader = this.#readerFor(filtered);
    if (unfiltered.length === 0) {
      await this.#read(item, reader, texts);
      return texts;
    }
    const original = new OriginalLines(this.#pool);
    if (await this.#read(item, reader, texts, original)) return [...texts, { outputs: unfiltered, text: original }];
    original.discard();
    // The other objects are probably like this one.
    this.#unfiltered.clear();
    const written = this.#open(unfiltered);
    await this.#read(item, this.#allLines, written);
    return [...texts, ...written];
  }

  #readerFor(outputs: readonly number[]): KeptLineReader {
    const { sparse, outputs: all } = this.#reading;
    if (outputs.some((output) => all[output]!.filter === undefined)) return this.#allLines;
    return outputs.every((output) => sparse.has(output)) ? this.#fewLines : this.#keptLines;
  }

  #open(outputs: readonly number[]): { outputs: readonly number[]; text: RunText }[] {
    return outputs.map((output) => ({
      outputs: [output],
      text: new RunText(this.#reading.outputs[output]!, this.#pool),
    }));
  }

  /** @returns whether `original` is the text of all records */
  async #read(
    item: SourceObject,
    reader: KeptLineReader,
    texts: readonly { text: RunText }[],
    original?: OriginalLines,
  ): Promise<boolean> {
    const { dataset, reading, signal, range } = this.#reading;
    const tally = new LineTally(dataset, range);
    let areLines = false;
    const end = await readIntoPass(item, {
      dataset,
      reading,
      signal,
      total: emptyTotal(),
      pass: reader.passOf({
        tally,
        onRecord: (record) => {
          for (const { text } of texts) text.offer(record);
        },
        onBytes: original && ((bytes) => original.add(bytes)),
        onEnd: (are) => {
          areLines = are;
        },
      }),
      onBytes: () => {},
      onObject: () => {},
    });
    original?.end();
    return end === 'whole' && areLines && original?.isTextOf(tally.lines) === true;
  }
}
