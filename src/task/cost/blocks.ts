// Reads blocks of large objects, and measures by how much each enlarges what an output stores of the object. Chooses no blocks.
import type { LineRecord } from '../../record/index.ts';
import { feedObject } from '../../run/objects/feed-object.ts';
import { isMarkupRead, readerOptionsOf } from '../../run/objects/reader-options.ts';
import type { LineRange, SourceObject } from '../../run/sources.ts';
import { isPlainFile } from '../../run/threads/split-large-files.ts';
import { LineTally } from '../../scan/index.ts';
import type { BufferPool } from './buffer-pool.ts';
import {
  addedBytes,
  type BlockText,
  type ExpectedLines,
  gzipBytes,
  hasWindow,
  storedAfter,
  tailOf,
} from './compressed-size.ts';
import { BLOCK_BYTES, CONTEXT_BYTES, type Run } from './plan-runs.ts';
import { RunReader } from './run-reader.ts';
import { type RunReading, RunText } from './run-text.ts';

/** What one output writes of one block. */
export interface OpenBlock {
  output: number;
  run: Run;
  text: RunText;
  /** What it writes before the block; undefined: the block begins the object. */
  before: RunText | undefined;
}

/** Reads blocks for a list of outputs. */
export class Blocks {
  readonly #reading: RunReading;
  readonly #pool: BufferPool;
  /** Blocks without enough text before them. */
  readonly #short: { open: OpenBlock; block: BlockText }[] = [];

  constructor(reading: RunReading, pool: BufferPool) {
    this.#reading = reading;
    this.#pool = pool;
  }

  /** Reads the blocks of one object. */
  async read(item: SourceObject, runs: readonly Run[]): Promise<OpenBlock[]> {
    const blocks = runs.flatMap((run) => this.#open(run));
    const byBlock = Map.groupBy(blocks, ({ run }) => run.block);
    const tally = new LineTally(this.#reading.dataset, this.#reading.range);
    await this.#readBlocks(item, rangesOf(runs), (record) => {
      if (tally.countRecord(record)) offer(record, byBlock);
    });
    return blocks;
  }

  /** Compresses a block. @returns undefined if it has too little text before it: `measureShort` measures it */
  async measure(open: OpenBlock): Promise<number | undefined> {
    const { text, before } = open;
    const pieces = text.end();
    if (before === undefined) {
      const stored = pieces.length === 0 ? 0 : await gzipBytes(pieces);
      this.#pool.release(pieces);
      return stored;
    }
    const block: BlockText = { text: Buffer.concat(pieces), before: tailOf(Buffer.concat(before.end())) };
    this.#pool.release(pieces);
    if (hasWindow(block)) return addedBytes(block);
    this.#short.push({ open, block });
    return undefined;
  }

  /**
   * Compresses blocks in which a filter keeps few lines. In the object, gzip refers to lines before those that were read. The lines of the other
   * blocks are taken for them, as many as are expected there. In the order of the runs: figures must not depend on which object was read first.
   */
  async measureShort(runs: readonly Run[], onMeasured: (open: OpenBlock, stored: number) => void): Promise<void> {
    const order = new Map(runs.map((run, index) => [run, index]));
    const sorted = this.#short.sort((a, b) => order.get(a.open.run)! - order.get(b.open.run)!);
    for (const ofOutput of Map.groupBy(sorted, ({ open }) => open.output).values()) {
      const density = densityOf(ofOutput.map(({ open }) => open));
      for (const [index, { open, block }] of ofOutput.entries()) {
        const others = [...ofOutput.slice(index + 1), ...ofOutput.slice(0, index)];
        const texts = others.map((other) => other.block.text);
        onMeasured(open, await storedAfter(block, expectedBefore(open, density), texts));
      }
    }
  }

  #open(run: Run): OpenBlock[] {
    return [...run.outputs].map((output) => {
      const written = this.#reading.outputs[output]!;
      const before = run.block === 0 ? undefined : new RunText(written, this.#pool);
      return { output, run, text: new RunText(written, this.#pool), before };
    });
  }

  async #readBlocks(
    item: SourceObject,
    ranges: readonly LineRange[],
    onRecord: (record: LineRecord) => void,
  ): Promise<void> {
    const { dataset, reading } = this.#reading;
    if (!(await isPlainFile(item, dataset, reading))) return this.#feed(item, ranges, onRecord);
    // A part of a plain file is read without the bytes before it.
    for (const range of ranges) await this.#feed({ ...item, range: partFrom(range) }, [range], onRecord);
  }

  async #feed(item: SourceObject, ranges: readonly LineRange[], onRecord: (record: LineRecord) => void): Promise<void> {
    const { dataset, reading, signal } = this.#reading;
    const options = readerOptionsOf(item, dataset, reading);
    const offset = item.range?.start ?? 0;
    const reader = new RunReader(offset === 0 ? options : { ...options, offset }, ranges, onRecord);
    await feedObject(item, reader, {
      ...{ signal, isMarkupRead: isMarkupRead(item, reading) },
      onProblem: () => {},
      onChunk: () => !reader.isDone,
    });
  }
}

/**
 * Returns how many bytes an output writes for each byte of the objects, near a line that it writes. The line by which a block was drawn
 * does not count: it would make rare lines appear frequent.
 */
function densityOf(blocks: readonly OpenBlock[]): number {
  const others = blocks.reduce((sum, { text, before }) => {
    const bytes = text.bytes + (before?.bytes ?? 0);
    return sum + bytes - text.bytes / text.keptLines;
  }, 0);
  return others / (blocks.length * (BLOCK_BYTES + CONTEXT_BYTES));
}

/** What an output is expected to write of the part of an object before the bytes that were read. */
function expectedBefore({ run, text }: OpenBlock, density: number): ExpectedLines {
  const bytes = density * (run.block! * BLOCK_BYTES - CONTEXT_BYTES);
  const bytesOfLine = text.bytes / text.keptLines;
  return { bytes, lines: bytesOfLine === 0 ? 0 : bytes / bytesOfLine };
}

/** Offers a line to the runs that contain it, and to those that it precedes. */
function offer(record: LineRecord, byBlock: ReadonlyMap<number | undefined, readonly OpenBlock[]>): void {
  const { offset } = record;
  const block = Math.floor(offset / BLOCK_BYTES);
  for (const { text } of byBlock.get(block) ?? []) text.offer(record);
  const following = Math.floor((offset + CONTEXT_BYTES) / BLOCK_BYTES);
  if (following === block) return;
  for (const { before } of byBlock.get(following) ?? []) before?.offer(record);
}

/** The ranges of blocks and of what precedes them, joined. */
function rangesOf(runs: readonly Run[]): LineRange[] {
  const ranges: LineRange[] = [];
  for (const block of runs.map((run) => run.block!).sort((a, b) => a - b)) {
    const start = Math.max(0, block * BLOCK_BYTES - CONTEXT_BYTES);
    const end = (block + 1) * BLOCK_BYTES;
    const last = ranges.at(-1);
    if (last !== undefined && start <= last.end) last.end = end;
    else ranges.push({ start, end });
  }
  return ranges;
}

/** From the byte before a range, which may be a line end. The last line may end after the range. */
function partFrom({ start }: LineRange): LineRange {
  return { start: Math.max(0, start - 1), end: Number.POSITIVE_INFINITY };
}
