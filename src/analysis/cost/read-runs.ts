// Reads runs again and returns what each output writes and stores of them. Chooses no runs and estimates nothing.
import { HeadgateError } from '../../base/index.ts';
import { InFlight, readInFlight } from '../../input/objects/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import { Blocks, type OpenBlock } from './blocks.ts';
import { BufferPool } from './buffer-pool.ts';
import { gzipBytes } from './compressed-size.ts';
import type { WrittenRun } from './estimate-written.ts';
import type { Run } from './plan-runs.ts';
import type { RunOptions } from './run-text.ts';
import { type ObjectText, WholeObjects } from './whole-objects.ts';

/** Bytes of texts that wait for compression while objects are read. Chosen by headgate. */
const WAITING_BYTES = 4 * 1024 * 1024;

/** What each output writes of a run, by index of the output; an output that keeps no line of it is absent. */
export type RunFigures = ReadonlyMap<number, WrittenRun>;

/** Reads all runs. A run that cannot be read again is absent. */
export async function readRuns(runs: readonly Run[], reading: RunOptions): Promise<Map<Run, RunFigures>> {
  return new RunsReader(reading).read(runs);
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

  async read(runs: readonly Run[]): Promise<Map<Run, RunFigures>> {
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
