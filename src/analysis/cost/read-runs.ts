// Reads runs of small objects, and blocks of large ones, again, and returns what each output writes and stores of them. Chooses no runs and estimates
// nothing.
import { HeadgateError } from '../../base/index.ts';
import {
  feedObject,
  InFlight,
  isMarkupRead,
  type ObjectReader,
  readerOptionsOf,
  readInFlight,
} from '../../input/objects/index.ts';
import type { LineRecord } from '../../input/record/index.ts';
import { LineTally } from '../../input/scan/index.ts';
import type { LineRange, SourceObject } from '../../input/sources/index.ts';
import { isReadInParts } from '../../input/threads/index.ts';
import { BufferPool } from './buffer-pool.ts';
import { addedBytes, gzipBytes } from './compressed-size.ts';
import type { WrittenRun } from './estimate-written.ts';
import { BLOCK_BYTES, READ_BEFORE_BYTES, type Run } from './plan-runs.ts';
import { RangeReader } from './range-reader.ts';
import { type RunOptions, RunText } from './run-text.ts';
import { type ObjectText, WholeObjects } from './whole-objects.ts';

/** What one output writes of one block. */
interface OpenBlock {
  output: number;
  run: Run;
  text: RunText;
  /** What it writes before the block; undefined: the text begins the object. */
  before: RunText | undefined;
}

/** Where blocks are delivered. */
interface BlockListener {
  /** Called with each block once its last line was read. */
  onBlock: (open: OpenBlock) => void;
  /** Called after each chunk: the next one is read when the promise resolves; undefined: at once. */
  drained: () => Promise<void> | undefined;
}

/** Reads blocks for a list of outputs. */
class Blocks {
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

/** Bytes of texts that wait for compression while objects are read. Chosen by headgate. */
const WAITING_BYTES = 4 * 1024 * 1024;

/** What each output writes of a run, by index of the output; an output that keeps no line of it is absent. */
export type RunFigures = ReadonlyMap<number, WrittenRun>;

/** Returns the next runs to read, all of each object; none at the end. Called when those before are read. */
export type NextRuns = () => readonly Run[] | Promise<readonly Run[]>;

/** Reads runs, and returns the figures of all. A run that cannot be read again is absent. */
export async function readRuns(next: NextRuns, reading: RunOptions): Promise<Map<Run, RunFigures>> {
  return new RunsReader(reading).read(next);
}

class RunsReader {
  readonly #signal: AbortSignal;
  readonly #pool = new BufferPool();
  readonly #objects: WholeObjects;
  readonly #blocks: Blocks;
  readonly #figures = new Map<Run, Map<number, WrittenRun>>();
  /** Texts being compressed, in threads of zlib, while others are read. */
  #compressing: Promise<void>[] = [];
  #waitingBytes = 0;

  constructor(reading: RunOptions) {
    this.#signal = reading.signal;
    this.#objects = new WholeObjects(reading, this.#pool);
    this.#blocks = new Blocks(reading, this.#pool, {
      onBlock: (block) => this.#compressBlock(block),
      drained: () => this.#drained(),
    });
  }

  async read(next: NextRuns): Promise<Map<Run, RunFigures>> {
    for (let runs = await next(); runs.length > 0; runs = await next()) {
      const byItem = Map.groupBy(runs, ({ item }) => item);
      const items = byItem.keys();
      await readInFlight(
        new InFlight(1, false),
        () => {
          const item = items.next().value;
          return item && { item };
        },
        ({ item }) => this.#readItem(item, byItem.get(item)!),
      );
    }
    await this.#compressed();
    return this.#figures;
  }

  async #readItem(item: SourceObject, runs: readonly Run[]): Promise<void> {
    await this.#drained();
    if (this.#signal.aborted) return;
    try {
      const whole = runs.find(({ block }) => block === undefined);
      if (whole !== undefined) {
        for (const text of await this.#objects.read(item, [...whole.outputs])) this.#compressObject(whole, text);
      }
      const blocks = runs.filter(({ block }) => block !== undefined);
      if (blocks.length > 0) await this.#blocks.read(item, blocks);
    } catch (error) {
      if (!(error instanceof HeadgateError)) throw error;
    }
  }

  #compressObject(run: Run, { outputs, text }: ObjectText): void {
    const pieces = text.end();
    const { bytes } = text;
    const compress = async (): Promise<void> => {
      const stored = bytes === 0 ? 0 : await gzipBytes(pieces);
      this.#pool.release(pieces);
      for (const output of outputs) this.#add(run, output, text.figures(stored, false));
    };
    if (text.keptLines > 0) this.#start(bytes, compress());
  }

  #compressBlock(block: OpenBlock): void {
    const { run, output, text } = block;
    const compress = async (): Promise<void> => {
      this.#add(run, output, text.figures(await this.#blocks.measure(block), true));
    };
    if (text.keptLines > 0) this.#start(text.bytes, compress());
  }

  #start(bytes: number, work: Promise<void>): void {
    this.#waitingBytes += bytes;
    this.#compressing.push(work);
    // Awaited later: until then, a failure must not end the process.
    work.catch(() => {});
  }

  /** @returns undefined if few bytes wait */
  #drained(): Promise<void> | undefined {
    return this.#waitingBytes > WAITING_BYTES ? this.#compressed() : undefined;
  }

  async #compressed(): Promise<void> {
    const work = this.#compressing;
    this.#compressing = [];
    this.#waitingBytes = 0;
    await Promise.all(work);
  }

  #add(run: Run, output: number, figures: WrittenRun): void {
    const ofRun = this.#figures.get(run) ?? new Map<number, WrittenRun>();
    this.#figures.set(run, ofRun);
    ofRun.set(output, figures);
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
