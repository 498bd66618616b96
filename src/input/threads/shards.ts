// A shard: some objects of a source, or parts of large files, that one thread reads into a pass of their own. Its answer is plain data, which
// adds up with those of other shards in any order, or its bytes. Stores nothing.
import { serialize } from 'node:v8';
import { HeadgateError, type Items } from '../../base/index.ts';
import {
  emptyTotal,
  type ObjectEnd,
  type PassReading,
  type PassTarget,
  type ReadTotal,
  readIntoPass,
} from '../objects/index.ts';
import type { SourceObject } from '../sources/index.ts';
import { lineBytes } from './thread-count.ts';

/** Parts of the whole that a shard aims at: what a run loses when it is killed is small, for every thread. Ours. */
const SHARDS = 128;
/** Least and most bytes of lines in a shard: 0.2 to 3 s of a thread. An object, or a part of one, is never cut further. Ours. */
export const SHARD_BYTES = { least: 256 * 1024 * 1024, most: 3 * 1024 * 1024 * 1024 };
/** Objects whose opening costs as much as reading this many bytes of lines. */
const BYTES_PER_OBJECT = 100 * 1024;

/** The pass of a thread or of a shard, and its result. */
export type WorkerTarget<Result> = PassTarget & {
  /** What the pass has found. Called once, when everything of the pass is read or reading was stopped. */
  result: () => Result | Promise<Result>;
  /** Memory of the result that is transferred to the main thread, instead of copied. @default all is copied */
  memoryOf?: (result: Result) => ArrayBuffer[];
};

/** A shard as a thread sees it. */
export interface ShardOf {
  /** From 0, in the order of the list. */
  number: number;
  /** How many objects it has, or parts of files. */
  items: number;
}

/** How the reading of an object of a shard ended. */
export interface ShardEnd {
  /** Its index in the list. */
  id: number;
  end: ObjectEnd | 'failed';
  /** Present with `failed`. `endsRun`: as in `HeadgateError`. */
  error?: { code: string; message: string; endsRun: boolean };
}

/** What was counted in a shard. Plain data. */
export interface ReadShard<Result> {
  /** In the order in which their reading ended; fewer than the shard has if reading was stopped. */
  ends: ShardEnd[];
  isWhole: boolean;
  result: Result;
  total: ReadTotal;
  /** Lines of its objects, whatever happens to them. */
  lines: number;
}

/** The answer over a shard that was read to its end, or of which nothing could be read. */
export type ShardAnswer = Omit<ReadShard<unknown>, 'isWhole'>;

/** A shard for a process that stores its answer and does not read the result. `serialized`: the answer as bytes of `node:v8`. */
export type SerializedShard = Omit<ShardAnswer, 'result'> & { serialized: Uint8Array };

/** Converts the answer over a shard to bytes. */
export function serializeShard({ ends, total, result, lines }: ShardAnswer): SerializedShard {
  return { ends, total, lines, serialized: serialize({ ends, total, result, lines }) };
}

/**
 * Cuts a list into shards of consecutive objects, the same ones for the same list.
 * @param all the objects of the run, of which the list is a part: their bytes decide how large a shard is
 * @param least bytes of lines in a shard, if that is more than its share of the whole
 * @returns the index of the first object of each
 */
export function cutShards(items: Items<SourceObject>, all: Items<SourceObject>, least: number): number[] {
  const sizeOf = (item: SourceObject): number => lineBytes(item) + BYTES_PER_OBJECT;
  let sum = 0;
  for (const item of all) sum += sizeOf(item);
  const wanted = Math.max(least, Math.min(SHARD_BYTES.most, sum / SHARDS));
  const starts: number[] = [];
  let bytes = wanted;
  let index = 0;
  for (const item of items) {
    const more = sizeOf(item);
    // A large object has a shard of its own.
    if (bytes >= wanted || (bytes > 0 && more >= wanted)) {
      starts.push(index);
      bytes = 0;
    }
    bytes += more;
    index += 1;
  }
  return starts;
}

interface OpenShard<Result> {
  target: WorkerTarget<Result>;
  run: PassReading;
  ends: ShardEnd[];
}

/** Reads objects in one thread: those of a shard into a pass of their own, all others into the pass of the thread. */
export class ShardReader<Result> {
  readonly #run: PassReading;
  readonly #createTarget: () => WorkerTarget<Result>;
  readonly #onShard: (shard: ReadShard<Result>, target: WorkerTarget<Result>) => void;
  readonly #open = new Map<number, OpenShard<Result>>();
  #lines = 0;

  constructor(
    run: PassReading,
    createTarget: () => WorkerTarget<Result>,
    onShard: (shard: ReadShard<Result>, target: WorkerTarget<Result>) => void,
  ) {
    this.#run = run;
    this.#createTarget = createTarget;
    this.#onShard = onShard;
  }

  /** Lines read so far. */
  get lineCount(): number {
    let lines = this.#run.pass.lineCount + this.#lines;
    for (const { target } of this.#open.values()) lines += target.pass.lineCount;
    return lines;
  }

  /** Reads an object. @param shard undefined: it is in none @throws as {@link readIntoPass} */
  async read(item: SourceObject, id: number, shard: ShardOf | undefined): Promise<ObjectEnd> {
    if (shard === undefined) return readIntoPass(item, this.#run);
    const open = this.#open.get(shard.number) ?? this.#start(shard.number);
    let ended: ShardEnd | undefined;
    try {
      ended = { id, end: await readIntoPass(item, open.run) };
      return ended.end as ObjectEnd;
    } catch (error) {
      if (!(error instanceof HeadgateError)) throw error;
      ended = { id, end: 'failed', error: { code: error.code, message: error.message, endsRun: error.endsRun } };
      throw error;
    } finally {
      if (ended !== undefined) open.ends.push(ended);
      if (open.ends.length === shard.items) await this.#finish(shard.number, true);
    }
  }

  /** Hands over what was counted in shards that were not read to their ends. */
  async end(): Promise<void> {
    for (const number of this.#open.keys()) await this.#finish(number, false);
  }

  #start(number: number): OpenShard<Result> {
    const target = this.#createTarget();
    const { pass } = target;
    const open = { target, run: { ...this.#run, pass, emitter: undefined, total: emptyTotal() }, ends: [] };
    this.#open.set(number, open);
    return open;
  }

  async #finish(number: number, isRead: boolean): Promise<void> {
    const { target, run, ends } = this.#open.get(number)!;
    this.#open.delete(number);
    const { lineCount: lines } = target.pass;
    this.#lines += lines;
    const isWhole = isRead && ends.every(({ end }) => end !== 'stopped');
    this.#onShard({ ends, isWhole, result: await target.result(), total: run.total, lines }, target);
  }
}
