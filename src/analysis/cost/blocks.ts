// Reads blocks of large objects, and measures by how much each enlarges what an output stores of the object. Chooses no blocks.
import { feedObject, isMarkupRead, type ObjectReader, readerOptionsOf } from '../../input/objects/index.ts';
import type { LineRecord } from '../../input/record/index.ts';
import { LineTally } from '../../input/scan/index.ts';
import type { LineRange, SourceObject } from '../../input/sources/index.ts';
import { isReadInParts } from '../../input/threads/index.ts';
import type { BufferPool } from './buffer-pool.ts';
import { addedBytes, gzipBytes } from './compressed-size.ts';
import { BLOCK_BYTES, READ_BEFORE_BYTES, type Run } from './plan-runs.ts';
import { RangeReader } from './range-reader.ts';
import { type RunOptions, RunText } from './run-text.ts';

/** What one output writes of one block. */
export interface OpenBlock {
  output: number;
  run: Run;
  text: RunText;
  /** What it writes before the block; undefined: the text begins the object. */
  before: RunText | undefined;
}

/** Where blocks are delivered. */
export interface BlockListener {
  /** Called with each block once its last line was read. */
  onBlock: (open: OpenBlock) => void;
  /** Called after each chunk: the next one is read when the promise resolves; undefined: at once. */
  drained: () => Promise<void> | undefined;
}

/** Reads blocks for a list of outputs. */
export class Blocks {
  readonly #reading: RunOptions;
  readonly #pool: BufferPool;
  readonly #listener: BlockListener;

  constructor(reading: RunOptions, pool: BufferPool, listener: BlockListener) {
    this.#reading = reading;
    this.#pool = pool;
    this.#listener = listener;
  }

  /** Reads the blocks of one object. */
  async read(item: SourceObject, runs: readonly Run[]): Promise<void> {
    const { dataset, range } = this.#reading;
    const inOrder = runs.toSorted((a, b) => a.block! - b.block!);
    const open = new Map(inOrder.map((run) => [run.block!, this.#open(run)]));
    const tally = new LineTally(dataset, range);
    const closeBefore = (block: number): void => {
      for (const [place, texts] of open) {
        if (place >= block) return;
        open.delete(place);
        for (const text of texts) this.#listener.onBlock(text);
      }
    };
    await this.#readBlocks(item, rangesOf(inOrder), (record) => {
      if (!tally.countRecord(record)) return;
      closeBefore(blockOf(record));
      offer(record, open);
    });
    closeBefore(Number.POSITIVE_INFINITY);
  }

  /** Compresses a block. */
  async measure({ text, before }: OpenBlock): Promise<number> {
    const pieces = text.end();
    const stored =
      before !== undefined
        ? await addedBytes({ text: Buffer.concat(pieces), before: Buffer.concat(before.end()) })
        : pieces.length === 0
          ? 0
          : await gzipBytes(pieces);
    this.#pool.release(pieces);
    return stored;
  }

  #open(run: Run): OpenBlock[] {
    return [...run.outputs].map((output) => {
      const before = run.block === 0 ? undefined : this.#openText(output);
      return { output, run, text: this.#openText(output), before };
    });
  }

  #openText(output: number): RunText {
    return new RunText(this.#reading.outputs[output]!, this.#pool);
  }

  async #readBlocks(
    item: SourceObject,
    ranges: readonly LineRange[],
    onRecord: (record: LineRecord) => void,
  ): Promise<void> {
    const { dataset, reading } = this.#reading;
    if (!(await isReadInParts(item, dataset, reading))) return this.#feed(item, ranges, onRecord);
    // A part is read without the bytes before it.
    for (const range of ranges) await this.#feed({ ...item, range: partFrom(range) }, [range], onRecord);
  }

  async #feed(item: SourceObject, ranges: readonly LineRange[], onRecord: (record: LineRecord) => void): Promise<void> {
    const { dataset, reading, signal } = this.#reading;
    const options = readerOptionsOf(item, dataset, reading);
    const offset = item.range?.start ?? 0;
    const reader = new RangeReader(offset === 0 ? options : { ...options, offset }, ranges, onRecord);
    const paced: ObjectReader = {
      push: (chunk) => reader.push(chunk),
      readWindow: (window) => reader.readWindow(window),
      drained: () => this.#listener.drained(),
      end: (isTruncated) => reader.end(isTruncated),
    };
    await feedObject(item, paced, {
      signal,
      isMarkupRead: isMarkupRead(item, reading),
      onProblem: () => {},
      onChunk: () => !reader.isDone,
    });
  }
}

function blockOf({ offset }: LineRecord): number {
  return Math.floor(offset / BLOCK_BYTES);
}

/** Offers a line to the runs that contain it, and to those that it precedes. */
function offer(record: LineRecord, byBlock: ReadonlyMap<number, readonly OpenBlock[]>): void {
  const block = blockOf(record);
  for (const { text } of byBlock.get(block) ?? []) text.offer(record);
  const following = Math.floor((record.offset + READ_BEFORE_BYTES) / BLOCK_BYTES);
  if (following === block) return;
  for (const { before } of byBlock.get(following) ?? []) before?.offer(record);
}

/** The ranges of blocks and of what precedes them, joined. @param runs in the order of their blocks */
function rangesOf(runs: readonly Run[]): LineRange[] {
  const ranges: LineRange[] = [];
  for (const { block: place } of runs) {
    const block = place!;
    const start = Math.max(0, block * BLOCK_BYTES - READ_BEFORE_BYTES);
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
