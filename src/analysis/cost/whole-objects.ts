// Reads objects completely, and collects what each output writes of them. Compresses nothing.
import { emptyTotal, readIntoPass } from '../../input/objects/index.ts';
import { LineTally } from '../../input/scan/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import type { BufferPool } from './buffer-pool.ts';
import { KeptLineReader } from './kept-line-reader.ts';
import { OriginalLines } from './original-lines.ts';
import { type Output, type RunOptions, RunText } from './run-text.ts';

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
