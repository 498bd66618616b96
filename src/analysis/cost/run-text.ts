// Collects what an output writes of a run. Reads and compresses nothing.
import type { TimeRange } from '../../base/index.ts';
import type { ReadingFlags } from '../../input/objects/index.ts';
import type { LineRecord } from '../../input/record/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { type CompiledFilter, KEEP } from '../../language/filter/index.ts';
import type { OutputOptions } from '../../language/job/index.ts';
import { BatchText, isSampled } from '../../language/output/index.ts';
import { createLineOutput, type LineOutput } from '../emit/index.ts';
import type { TransformText } from '../transform/index.ts';
import type { BufferPool } from './buffer-pool.ts';
import type { WrittenRun } from './estimate-written.ts';

/** A filter, and how the lines that it keeps are written. */
export class Output {
  readonly line: LineOutput;
  /** Undefined: every line. */
  readonly filter: CompiledFilter | undefined;
  /** Whether lines are written as they were read. */
  readonly isUnchanged: boolean;

  /** @param filter undefined: every line @param options undefined: lines are written unchanged, unless they are transformed */
  constructor(
    filter: CompiledFilter | undefined,
    options: OutputOptions | undefined,
    dataset: Dataset,
    transformer?: TransformText,
  ) {
    this.filter = filter;
    this.isUnchanged = options === undefined && transformer === undefined;
    this.line = createLineOutput(options, dataset, transformer);
  }

  keeps(record: LineRecord): boolean {
    return this.filter === undefined || this.filter.verdict(record) === KEEP;
  }
}

/** How runs are read. */
export interface RunOptions {
  range: TimeRange;
  reading: ReadingFlags;
  signal: AbortSignal;
  dataset: Dataset;
  outputs: readonly Output[];
  /** Outputs that write little of each block. */
  sparse: ReadonlySet<number>;
  /** Whether the outputs with a filter keep few lines: the others are then skipped without parsing them. */
  isSelective: boolean;
}

/** What one output writes of one run. */
export class RunText {
  readonly #output: Output;
  readonly #chunks: Buffer[] = [];
  readonly #text: BatchText;
  #keptLines = 0;
  #keptBytes = 0;
  #squares = 0;
  #longest = 0;
  /** Of the kept lines that `sample_rate` leaves out, as they would be written. */
  #leftOutBytes = 0;

  constructor(output: Output, pool: BufferPool) {
    this.#output = output;
    const onChunk = (chunk: Buffer): number => this.#chunks.push(chunk);
    this.#text = new BatchText(output.line.options, onChunk, () => pool.take());
  }

  get keptLines(): number {
    return this.#keptLines;
  }

  /** Of the kept lines, as read. */
  get keptBytes(): number {
    return this.#keptBytes;
  }

  /** Written. */
  get bytes(): number {
    return this.#text.bytes;
  }

  /** Adds a line, if the output keeps it. */
  offer(record: LineRecord): void {
    const { line } = this.#output;
    if (!this.#output.keeps(record)) return;
    this.#keptLines += 1;
    this.#keptBytes += record.bytes;
    const { sample_rate: rate, record_delimiter: delimiter } = line.options;
    const isWritten = rate >= 1 || isSampled(record.pushed(), rate);
    line.deliver(record, (printed) => {
      const before = this.#text.bytes;
      if (isWritten) this.#text.add(printed);
      const size = isWritten ? this.#text.bytes - before : printed.length + Buffer.byteLength(delimiter);
      // The platform may sample other lines, so the sizes of all lines decide how many bytes it pushes.
      if (!isWritten) this.#leftOutBytes += size;
      this.#squares += size ** 2;
      this.#longest = Math.max(this.#longest, size);
    });
  }

  /** Ends the run. @returns the bytes written, in buffers of the pool */
  end(): Buffer[] {
    this.#text.end();
    return this.#chunks;
  }

  /** The figures of the run. Call it after {@link end}. */
  figures(stored: number, isApproximate: boolean): WrittenRun {
    const { lines } = this.#text;
    const bytes = this.#text.bytes + this.#leftOutBytes;
    const [squares, longest] = [this.#squares, this.#longest];
    return {
      keptLines: this.#keptLines,
      keptBytes: this.#keptBytes,
      lines,
      bytes,
      squares,
      longest,
      stored,
      isApproximate,
    };
  }
}
