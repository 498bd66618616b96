// The objects that wait for a destination, of all jobs: how much memory they take, and which to give up first.
import type { PushLimits } from './job-settings.ts';

/** Memory of a batch besides its object: promises, signals and names. Measured: 3.6 KB. */
export const BATCH_BYTES = 4096;

/** An object in memory. */
export interface HeldBatch {
  readonly jobId: number;
  readonly storedBytes: number;
  /** Whether an attempt is running. */
  readonly isInFlight: boolean;
}

/** Objects in memory, in the order in which their batches closed. */
export class HeldBatches<Batch extends HeldBatch> {
  readonly #limits: PushLimits;
  readonly #batches = new Set<Batch>();
  readonly #jobs = new Map<number, { bytes: number; batches: number }>();
  #bytes = 0;
  #waiting: (() => void)[] = [];

  constructor(limits: PushLimits) {
    this.#limits = limits;
  }

  /** Whether more is held than the limits allow. */
  get isFull(): boolean {
    if (this.#bytes > this.#limits.heldBytes) return true;
    for (const { bytes } of this.#jobs.values()) if (bytes > this.#limits.heldJobBytes) return true;
    return false;
  }

  /** Waits until {@link isFull} is false. */
  whenReady(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#wake();
    });
  }

  add(batch: Batch): void {
    this.#batches.add(batch);
    this.#count(batch, 1);
  }

  /** Removes an object that arrived or was given up; has no effect if it was removed. */
  delete(batch: Batch): void {
    if (!this.#batches.delete(batch)) return;
    this.#count(batch, -1);
    this.#wake();
  }

  /** Returns the batches now held. */
  all(): Batch[] {
    return [...this.#batches];
  }

  /**
   * Returns the batch to give up after one of a job was added: the oldest of the job, or of all, without a running
   * attempt. The only batch of a job is never given up.
   */
  excessOf(jobId: number): Batch | undefined {
    const jobBytes = this.#jobs.get(jobId)?.bytes ?? 0;
    if (jobBytes > this.#limits.heldJobBytes) return this.#oldest((batch) => batch.jobId === jobId);
    if (this.#bytes > this.#limits.heldBytes) return this.#oldest(() => true);
    return undefined;
  }

  #oldest(isMeant: (batch: Batch) => boolean): Batch | undefined {
    for (const batch of this.#batches) {
      if (!batch.isInFlight && isMeant(batch) && this.#jobs.get(batch.jobId)!.batches > 1) return batch;
    }
    return undefined;
  }

  #count({ jobId, storedBytes }: Batch, sign: 1 | -1): void {
    const change = sign * (storedBytes + BATCH_BYTES);
    this.#bytes += change;
    const { bytes, batches } = this.#jobs.get(jobId) ?? { bytes: 0, batches: 0 };
    if (batches + sign === 0) this.#jobs.delete(jobId);
    else this.#jobs.set(jobId, { bytes: bytes + change, batches: batches + sign });
  }

  #wake(): void {
    if (this.#waiting.length === 0 || this.isFull) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
