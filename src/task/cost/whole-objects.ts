// Reads objects completely, and collects what each output writes of them. Compresses nothing.

import { readIntoPass } from '../../run/objects/read-into-pass.ts';
import { emptyTotal } from '../../run/objects/read-total.ts';
import type { SourceObject } from '../../run/sources.ts';
import { LineTally } from '../../scan/index.ts';
import type { BufferPool } from './buffer-pool.ts';
import { KeptLines } from './kept-lines.ts';
import { type Output, type RunReading, RunText } from './run-text.ts';
import { StoredLines } from './stored-lines.ts';

/** What some outputs write of an object, all of them the same. */
export interface ObjectText {
  outputs: readonly number[];
  text: RunText | StoredLines;
}

/** Reads whole objects for a list of outputs. */
export class WholeObjects {
  readonly #reading: RunReading;
  readonly #pool: BufferPool;
  /** Outputs that write every line. They write the bytes of the object, unless these are more than its records. */
  readonly #unfiltered: ReadonlySet<number>;
  /** The lines of the other outputs. */
  readonly #keptLines: KeptLines;
  /** The lines of outputs that write few of them. */
  readonly #fewLines: KeptLines;
  readonly #allLines: KeptLines;

  constructor(reading: RunReading, pool: BufferPool) {
    const { outputs, range, sparse, isSelective } = reading;
    this.#reading = reading;
    this.#pool = pool;
    const hasRange = range.since !== undefined || range.until !== undefined;
    const isUnfiltered = ({ filter, isUnchanged }: Output): boolean => isUnchanged && filter === undefined && !hasRange;
    this.#unfiltered = new Set(outputs.flatMap((output, index) => (isUnfiltered(output) ? [index] : [])));
    const filters = outputs.flatMap(({ filter }, index) => (this.#unfiltered.has(index) ? [] : [filter]));
    const known = filters.filter((filter) => filter !== undefined);
    const few = outputs.flatMap(({ filter }, index) => (sparse.has(index) && filter !== undefined ? [filter] : []));
    this.#fewLines = new KeptLines({ ...reading, filters: few });
    this.#allLines = new KeptLines({ ...reading, filters: undefined });
    this.#keptLines =
      isSelective && known.length === filters.length ? new KeptLines({ ...reading, filters: known }) : this.#allLines;
  }

  /** Reads an object as the replay has read it, damage included. @param outputs indices */
  async read(item: SourceObject, outputs: readonly number[]): Promise<ObjectText[]> {
    const unfiltered = outputs.filter((output) => this.#unfiltered.has(output));
    const filtered = outputs.filter((output) => !this.#unfiltered.has(output));
    const texts = this.#open(filtered);
    const lines = filtered.every((output) => this.#reading.sparse.has(output)) ? this.#fewLines : this.#keptLines;
    if (unfiltered.length === 0) {
      await this.#read(item, lines, texts);
      return texts;
    }
    const stored = new StoredLines(this.#pool);
    if (await this.#read(item, lines, texts, stored)) return [...texts, { outputs: unfiltered, text: stored }];
    stored.discard();
    const written = this.#open(unfiltered);
    await this.#read(item, this.#allLines, written);
    return [...texts, ...written];
  }

  #open(outputs: readonly number[]): { outputs: readonly number[]; text: RunText }[] {
    return outputs.map((output) => ({
      outputs: [output],
      text: new RunText(this.#reading.outputs[output]!, this.#pool),
    }));
  }

  /** @returns whether `stored` is the text of all records */
  async #read(
    item: SourceObject,
    lines: KeptLines,
    texts: readonly { text: RunText }[],
    stored?: StoredLines,
  ): Promise<boolean> {
    const { dataset, reading, signal, range } = this.#reading;
    const tally = new LineTally(dataset, range);
    let areLines = false;
    const end = await readIntoPass(item, {
      ...{ dataset, reading, signal, total: emptyTotal() },
      pass: lines.passOf({
        tally,
        onRecord: (record) => {
          for (const { text } of texts) text.offer(record);
        },
        onBytes: (bytes) => stored?.add(bytes),
        onEnd: (are) => {
          areLines = are;
        },
      }),
      onBytes: () => {},
      onObject: () => {},
    });
    return end === 'whole' && areLines && stored?.isTextOf(tally.lines) === true;
  }
}
