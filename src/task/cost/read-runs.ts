// Reads runs again and returns what each output writes and stores of them. Chooses no runs and estimates nothing.

import { HeadgateError } from '../../base/index.ts';
import type { WrittenRun } from '../../cost/index.ts';
import type { Dataset } from '../../dataset/index.ts';
import type { LineRecord } from '../../record/index.ts';
import type { SettledLogs } from '../../run/logs-request.ts';
import { feedObject } from '../../run/objects/feed-object.ts';
import { InFlight, readInFlight } from '../../run/objects/in-flight.ts';
import { readIntoPass } from '../../run/objects/read-into-pass.ts';
import { emptyTotal } from '../../run/objects/read-total.ts';
import { isMarkupRead, readerOptionsOf } from '../../run/objects/reader-options.ts';
import type { LineRange, SourceObject } from '../../run/sources.ts';
import { isPlainFile } from '../../run/threads/split-large-files.ts';
import { LineTally } from '../../scan/index.ts';
import { BLOCK_BYTES, CONTEXT_BYTES, type Run } from './plan-runs.ts';
import { RunReader } from './run-reader.ts';
import {
  addedBytes,
  type BlockText,
  gzipBytes,
  hasWindow,
  type Output,
  RunText,
  tailOf,
  tailOfTexts,
} from './run-text.ts';

/** How runs are read. */
export interface RunReading extends Pick<SettledLogs, 'range' | 'reading' | 'signal'> {
  dataset: Dataset;
  outputs: readonly Output[];
}

/** What each output writes of a run, by index of the output; an output that keeps no line of it is absent. */
export type RunFigures = ReadonlyMap<number, WrittenRun>;

/** A text of one output and one run, while it is read. */
interface OpenText {
  output: number;
  run: Run;
  text: RunText;
  /** What is written before a block. */
  before: RunText | undefined;
}

/** A block without enough text before it. */
interface ShortBlock extends OpenText {
  block: BlockText;
}

/** Reads all runs. A run that cannot be read again is absent. */
export async function readRuns(runs: readonly Run[], reading: RunReading): Promise<Map<Run, RunFigures>> {
  return new RunsReader(reading).read(runs);
}

class RunsReader {
  readonly #reading: RunReading;
  readonly #figures = new Map<Run, Map<number, WrittenRun>>();
  readonly #short: ShortBlock[] = [];

  constructor(reading: RunReading) {
    this.#reading = reading;
  }

  async read(runs: readonly Run[]): Promise<Map<Run, RunFigures>> {
    const byItem = Map.groupBy(runs, ({ item }) => item);
    const items = byItem.keys();
    await readInFlight(
      new InFlight(1, false),
      () => items.next().value,
      (item) => this.#readItem(item, byItem.get(item)!),
    );
    await this.#addShort(runs);
    return this.#figures;
  }

  async #readItem(item: SourceObject, runs: readonly Run[]): Promise<void> {
    if (this.#reading.signal.aborted) return;
    const texts = runs.flatMap((run) => this.#open(run));
    const byBlock = Map.groupBy(texts, ({ run }) => run.block);
    const tally = new LineTally(this.#reading.dataset, this.#reading.range);
    const onRecord = (record: LineRecord): void => {
      if (tally.countRecord(record)) offer(record, byBlock);
    };
    try {
      const isWhole = runs[0]!.block === undefined;
      if (isWhole) await this.#readWhole(item, onRecord);
      else await this.#readBlocks(item, rangesOf(runs), onRecord);
      for (const text of texts) await this.#close(text);
    } catch (error) {
      if (!(error instanceof HeadgateError)) throw error;
    }
  }

  #open(run: Run): OpenText[] {
    return [...run.outputs].map((output) => {
      const text = new RunText(this.#reading.outputs[output]!);
      const before = run.block ? new RunText(this.#reading.outputs[output]!) : undefined;
      return { output, run, text, before };
    });
  }

  /** As the replay has read it, damage included. */
  async #readWhole(item: SourceObject, onRecord: (record: LineRecord) => void): Promise<void> {
    const { dataset, reading, signal } = this.#reading;
    await readIntoPass(item, {
      ...{ dataset, reading, signal, total: emptyTotal() },
      pass: { lineCount: 0, openObject: (_, options) => new RunReader(options, undefined, onRecord) },
      onBytes: () => {},
      onObject: () => {},
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

  async #close(open: OpenText): Promise<void> {
    const { text, before, run } = open;
    const bytes = text.end();
    if (text.keptLines === 0) return;
    if (before === undefined) {
      this.#add(open, bytes.length === 0 ? 0 : await gzipBytes(bytes));
      return;
    }
    const block: BlockText = { text: bytes, before: tailOf(before.end()) };
    if (hasWindow(block)) this.#add(open, await addedBytes(block));
    else this.#short.push({ ...open, run, block });
  }

  #add({ run, output, text }: OpenText, stored: number): void {
    const figures = this.#figures.get(run) ?? new Map<number, WrittenRun>();
    this.#figures.set(run, figures);
    figures.set(output, text.figures(stored, run.block !== undefined));
  }

  /**
   * Compresses blocks in which a filter keeps few lines. In the object, gzip refers to lines before those that were read: the lines of the
   * other blocks stand for them. In the order of the runs: figures must not depend on which object was read first.
   */
  async #addShort(runs: readonly Run[]): Promise<void> {
    const order = new Map(runs.map((run, index) => [run, index]));
    const sorted = this.#short.sort((a, b) => order.get(a.run)! - order.get(b.run)!);
    for (const ofOutput of Map.groupBy(sorted, ({ output }) => output).values()) {
      for (const [index, short] of ofOutput.entries()) {
        const others = [...ofOutput.slice(index + 1), ...ofOutput.slice(0, index)];
        const earlier = tailOfTexts(others.map(({ block }) => block.text));
        this.#add(short, await addedBytes(short.block, earlier));
      }
    }
  }
}

/** Offers a line to the runs that contain it, and to those that it precedes. */
function offer(record: LineRecord, byBlock: ReadonlyMap<number | undefined, readonly OpenText[]>): void {
  for (const { text } of byBlock.get(undefined) ?? []) text.offer(record);
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
