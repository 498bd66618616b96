// Delivers closed batches: attempts with pauses, a few of each job at a time, and gives up what fails or does not fit in
// memory. A batch never delays one of another job.
import { setTimeout as realTime } from 'node:timers/promises';
import { type Count, HeadgateError, printPlural } from '../../base/index.ts';
import type { ObjectName } from '../../input/destination/index.ts';
import type { ServiceClock } from '../service-clock.ts';
import { type HeldBatch, HeldBatches } from './held-batches.ts';
import type { PushLimits, PushSource } from './job-settings.ts';
import type { SharedWriter } from './shared-writer.ts';
import { Slots } from './slots.ts';

/** A batch of one job. */
export interface PushedBatch {
  jobId: number;
  job: string;
  /** The key in the bucket, or the path of the file; until it has arrived, the file name alone. */
  object: string;
  lines: number;
  /** Bytes of the text before compression. */
  bytes: number;
  /** Size of the object. */
  storedBytes: number;
}

/**
 * One event. `retry`: a put failed and will be repeated; `lost`: the batch was given up, its lines are lost; `unusable`:
 * the job cannot push with its present settings, reported once.
 */
export type PushEvent =
  | ({ kind: 'pushed' } & PushedBatch)
  | ({ kind: 'retry'; message: string; attempt: number } & PushedBatch)
  | ({ kind: 'lost'; message: string } & PushedBatch)
  | { kind: 'unusable'; message: string; jobId: number; job: string };

/** Figures of one job since the start. */
export interface JobTotals {
  id: number;
  name: string;
  /** Batches and lines that arrived. */
  batches: Count;
  lines: Count;
  storedBytes: Count;
  /** Batches and lines that were given up. */
  lostBatches: Count;
  lostLines: Count;
  /** Present if the zone no longer has the job. */
  deleted?: true;
}

/** Figures of the push since the start. */
export interface PushTotals {
  exchanges: Count;
  /** Every job, then deleted ones with lines. */
  jobs: JobTotals[];
}

/** A batch that is complete. */
interface ClosedBatch {
  name: ObjectName;
  object: Buffer;
  lines: number;
  /** Bytes of the text before compression. */
  bytes: number;
  /** Service time of its closing. Milliseconds. */
  endMs: number;
  writer: SharedWriter;
  /** Why every attempt fails: the transformer of the job fails for a line of it. Its object is empty. */
  failure?: string;
}

/** Options of {@link BatchDelivery}. */
interface DeliveryOptions {
  source: PushSource;
  clock: ServiceClock;
  limits: PushLimits;
  onEvent: (event: PushEvent) => void;
}

/** A job with its figures. */
interface DeliveryJob {
  totals: JobTotals;
  slots: Slots;
  /** Latest end of a batch that arrived. Milliseconds of service time. */
  completeMs: number;
  /** Whether a batch was given up after the last one that arrived. */
  hasLost: boolean;
}

/** A batch that waits for its destination. */
interface Pending extends HeldBatch {
  job: DeliveryJob;
  jobName: string;
  batch: ClosedBatch;
  isInFlight: boolean;
  /** Whether an attempt had no answer: the object may be there. */
  isUnanswered: boolean;
  /** Aborted when the engine stops: ends a pause. */
  wake: AbortController;
  /** Aborted when the batch is given up: ends a pause, or the wait for a slot, which would keep the object in memory. */
  givenUp: AbortController;
  /** Resolves when the batch has arrived or was given up. */
  done: Promise<void>;
}

/** Delivers the batches of all jobs. */
export class BatchDelivery {
  readonly #options: DeliveryOptions;
  readonly #held: HeldBatches<Pending>;
  readonly #jobs = new Map<number, DeliveryJob>();
  /** Ends all attempts; none begins afterwards. */
  readonly #end = new AbortController();
  #isStopping = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#held = new HeldBatches(options.limits);
  }

  /** Figures of each job, in the order of their first mention. */
  totals(): JobTotals[] {
    return [...this.#jobs.values()].map(({ totals }) => ({ ...totals }));
  }

  /** Registers a job, so that it appears in the totals. */
  register(id: number, name: string): void {
    const job = this.#jobs.get(id);
    if (job !== undefined) {
      job.totals.name = name;
      return;
    }
    const totals: JobTotals = { id, name, batches: 0, lines: 0, storedBytes: 0, lostBatches: 0, lostLines: 0 };
    this.#jobs.set(id, { totals, slots: new Slots(this.#options.limits.putsAtOnce), completeMs: 0, hasLost: false });
  }

  /** Takes a batch of a registered job. */
  add(jobId: number, batch: ClosedBatch): void {
    const job = this.#jobs.get(jobId)!;
    const pending: Pending = {
      jobId,
      job,
      jobName: job.totals.name,
      batch,
      storedBytes: batch.object.length,
      isInFlight: false,
      isUnanswered: false,
      wake: new AbortController(),
      givenUp: new AbortController(),
      done: Promise.resolve(),
    };
    batch.writer.share();
    this.#held.add(pending);
    pending.done = this.#deliver(pending).finally(() => {
      this.#held.delete(pending);
      batch.writer.release();
    });
    // An error of the caller's own functions: flush and stop throw it.
    pending.done.catch(() => {});
    if (!this.#options.clock.followsTraffic) this.#giveUpExcess(jobId);
  }

  /** Waits for memory. @returns undefined if there is enough */
  whenReady(): Promise<void> | undefined {
    return this.#held.isFull ? this.#held.whenReady() : undefined;
  }

  /** Waits until each batch that is held now has arrived or was given up. */
  async flush(): Promise<void> {
    const ends = await Promise.allSettled(this.#held.all().map(({ done }) => done));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** Gives each batch one last attempt, for a limited time. No batch may be added afterwards. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const { wake } of this.#held.all()) wake.abort();
    const over = new AbortController();
    const limit = this.#options.limits.stopMs;
    void realTime(limit, undefined, { signal: over.signal }).then(
      () => this.#end.abort(noResponse(limit)),
      () => {},
    );
    await this.flush().finally(() => over.abort());
  }

  async #deliver(pending: Pending): Promise<void> {
    const { clock, limits } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      const free = await pending.job.slots.take(pending.givenUp.signal);
      if (free === undefined) return;
      const isLast = this.#isStopping || attempt > limits.retryPausesMs.length;
      pending.isInFlight = true;
      const failure = await this.#attempt(pending).finally(() => {
        pending.isInFlight = false;
        free();
      });
      if (failure === undefined) return;
      if (isLast) {
        this.#giveUp(pending, `${failure}; the batch was given up after ${printPlural(attempt, 'attempt')}`);
        return;
      }
      this.#options.source.failed(pending.jobId, clock.now(), failure + lostOf(pending.job));
      this.#options.onEvent({ kind: 'retry', message: failure, attempt, ...figuresOf(pending) });
      await clock.sleep(limits.retryPausesMs[attempt - 1]!, pending.wake.signal);
    }
  }

  /** Tries once. @returns why it failed; undefined if the batch arrived */
  async #attempt(pending: Pending): Promise<string | undefined> {
    const { batch, job, jobId } = pending;
    if (batch.failure !== undefined) return batch.failure;
    const over = new AbortController();
    const limit = this.#options.limits.attemptMs;
    const timer = setTimeout(() => over.abort(noResponse(limit)), limit);
    let object: string;
    try {
      this.#end.signal.throwIfAborted();
      const writer = await batch.writer.writer();
      const signal = AbortSignal.any([over.signal, this.#end.signal]);
      object = await writer.put(batch.name.day, batch.name.file, batch.object, signal).catch((error: unknown) => {
        pending.isUnanswered ||= signal.aborted;
        throw error;
      });
    } catch (error) {
      // Any other error may contain a secret.
      return error instanceof HeadgateError ? error.message : `cannot write ${batch.name.file}: found an unknown error`;
    } finally {
      clearTimeout(timer);
    }
    job.totals.batches += 1;
    job.totals.lines += batch.lines;
    job.totals.storedBytes += batch.object.length;
    job.hasLost = false;
    job.completeMs = Math.max(job.completeMs, batch.endMs);
    this.#options.source.delivered(jobId, job.completeMs);
    this.#options.onEvent({ kind: 'pushed', ...figuresOf(pending), object });
    return undefined;
  }

  /** Gives up the oldest batches until the rest fits in memory. */
  #giveUpExcess(jobId: number): void {
    for (let found = this.#held.excessOf(jobId); found !== undefined; found = this.#held.excessOf(jobId)) {
      const most = printPlural(this.#options.limits.heldJobBytes, 'byte');
      this.#giveUp(
        found,
        `cannot hold more batches for ${found.jobName}: the destination is gone, or slower than the traffic: more than ${most} would wait for it`,
      );
    }
  }

  #giveUp(pending: Pending, reason: string): void {
    const { job, batch, jobId, isUnanswered, wake, givenUp } = pending;
    job.totals.lostBatches += 1;
    job.totals.lostLines += batch.lines;
    job.hasLost = true;
    const arrival = isUnanswered ? '; it may have arrived: an attempt had no answer' : '';
    const message = reason + arrival + lostOf(job);
    this.#held.delete(pending);
    this.#options.source.failed(jobId, this.#options.clock.now(), message);
    this.#options.onEvent({ kind: 'lost', message, ...figuresOf(pending) });
    givenUp.abort();
    wake.abort();
  }
}

/** What to add to the error of a job: what it has lost, until a batch arrives. */
function lostOf({ hasLost, totals: { lostBatches, lostLines } }: DeliveryJob): string {
  if (!hasLost) return '';
  const verb = lostBatches === 1 ? 'was' : 'were';
  return `; ${printPlural(lostBatches, 'batch', 'batches')} with ${printPlural(lostLines, 'line')} ${verb} given up since the start`;
}

function figuresOf({ jobId, jobName, batch }: Pending): PushedBatch {
  const { name, lines, bytes, object } = batch;
  return { jobId, job: jobName, object: name.file, lines, bytes, storedBytes: object.length };
}

function noResponse(limitMs: number): HeadgateError {
  return new HeadgateError(
    'push-failed',
    `the destination does not answer within ${limitMs / 1000} s; check the destination and the network`,
  );
}
