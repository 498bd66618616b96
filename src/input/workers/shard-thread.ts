// A thread of a worker process: reads one shard after the other of one run. Knows no queue.
import { Worker } from 'node:worker_threads';
import { HeadgateError } from '../../base/index.ts';
import type { Location } from '../destination/index.ts';
import { InFlight } from '../objects/index.ts';
import type { SourceObject } from '../sources/index.ts';
import {
  type FromWorker,
  type SerializedShard,
  THREAD_LIMITS,
  type ToWorker,
  type WorkerPlan,
  type WorkerStart,
} from '../threads/index.ts';
import type { ShardItem } from './shard-message.ts';

/** No other thread reads files of the shard: the thread has all of them, and waits for none. */
const ALL_FILES = { files: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };

/** The shard that is being read. */
interface Reading {
  items: readonly ShardItem[];
  next: number;
  inFlight: InFlight;
  /** Objects whose reading has ended. */
  done: number;
  answer: SerializedShard | undefined;
  resolve: (answer: SerializedShard) => void;
  reject: (error: Error) => void;
}

/** A thread. It loads its module at once, and has the plan of one run when {@link begin} is called. */
export class ShardThread {
  /** The module that it starts with. */
  readonly entry: URL;
  /** The run that it reads. */
  run: string | undefined;
  readonly #worker: Worker;
  readonly #threads: number;
  #locations: readonly Location[] = [];
  #reading: Reading | undefined;
  #number = 0;
  /** Why the thread has ended. */
  #ended: Error | undefined;

  /** @param threads of the process, which share what it reads at the same time */
  constructor(entry: URL, threads: number) {
    this.entry = entry;
    this.#threads = threads;
    this.#worker = new Worker(entry, { resourceLimits: THREAD_LIMITS });
    this.#worker.on('message', (message: FromWorker<unknown, SerializedShard>) => this.#take(message));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', (code) => this.#end(new Error(`exit code ${code}`)));
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Gives the thread the plan of a run. Called once. */
  begin(run: string, start: Omit<WorkerStart<WorkerPlan>, 'kind' | 'serializesShards'>): void {
    this.run = run;
    this.#locations = start.locations;
    this.#worker.postMessage({ kind: 'start', serializesShards: true, ...start } satisfies ToWorker);
  }

  /** Reads a shard; one at a time. @throws Error if the thread ends */
  async read(items: readonly ShardItem[]): Promise<SerializedShard> {
    if (this.#ended !== undefined) throw this.#ended;
    const { promise, resolve, reject } = Promise.withResolvers<SerializedShard>();
    const inFlight = new InFlight(this.#threads, false, ALL_FILES);
    this.#reading = { items, next: 0, inFlight, done: 0, answer: undefined, resolve, reject };
    this.#number += 1;
    this.#post(this.#reading);
    try {
      return await promise;
    } finally {
      this.#reading = undefined;
    }
  }

  /** Ends the thread at once. */
  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #take(message: FromWorker<unknown, SerializedShard>): void {
    const reading = this.#reading;
    if (reading === undefined || message.kind === 'result') return;
    if (message.kind === 'progress') [reading.answer] = [...message.shards, reading.answer];
    const ids = message.kind === 'failed' ? [message.id] : message.done.map(({ id }) => id);
    for (const id of ids) reading.inFlight.done(this.#object(reading.items[id]!));
    reading.done += ids.length;
    // The answer may come before the last object is reported.
    if (reading.answer !== undefined && reading.done === reading.items.length) reading.resolve(reading.answer);
    else this.#post(reading);
  }

  /** Posts as many objects as the thread may have. */
  #post(reading: Reading): void {
    const { items, inFlight } = reading;
    const objects: Extract<ToWorker, { kind: 'objects' }>['objects'] = [];
    while (reading.next < items.length && inFlight.mayTake) {
      const item = items[reading.next]!;
      inFlight.take(this.#object(item));
      objects.push({ id: reading.next, item, shard: { number: this.#number, items: items.length } });
      reading.next += 1;
    }
    if (objects.length > 0) this.#worker.postMessage({ kind: 'objects', objects } satisfies ToWorker);
  }

  /** An object as {@link InFlight} counts it. */
  #object({ location, ...item }: ShardItem): SourceObject {
    return { ...item, destination: { location: this.#locations[location]! } } as SourceObject;
  }

  #end(error: Error): void {
    this.#ended ??= error;
    const message = `cannot read: a thread of the worker ended, found: ${error.message}`;
    this.#reading?.reject(new HeadgateError('worker-died', message, { cause: error }));
  }
}
