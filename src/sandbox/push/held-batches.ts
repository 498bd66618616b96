// The objects that wait for a destination, of all jobs: how much memory they take, and which to give up first.
import type { PushLimits } from './push-limits.ts';

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
  readonly #jobBytes = new Map<number, number>();
  #bytes = 0;
  #waiting: (() => void)[] = [];

  constructor(limits: PushLimits) {
    this.#limits = limits;
  }

  /** Whether more is held than the limits allow. */
  get isFull(): boolean {
    if (this.#bytes > this.#limits.heldBytes) return true;
    for (const bytes of this.#jobBytes.values()) if (bytes > this.#limits.heldJobBytes) return true;
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
    const jobBytes = this.#jobBytes.get(jobId) ?? 0;
    if (jobBytes > this.#limits.heldJobBytes) return this.#oldest((batch) => batch.jobId === jobId);
    if (this.#bytes > this.#limits.heldBytes) return this.#oldest(() => true);
    return undefined;
  }

  #oldest(isMeant: (batch: Batch) => boolean): Batch | undefined {
    const counts = new Map<number, number>();
    for (const { jobId } of this.#batches) counts.set(jobId, (counts.get(jobId) ?? 0) + 1);
    for (const batch of this.#batches) {
      if (!batch.isInFlight && isMeant(batch) && counts.get(batch.jobId)! > 1) return batch;
    }
    return undefined;
  }

  #count({ jobId, storedBytes }: Batch, sign: 1 | -1): void {
    this.#bytes += sign * storedBytes;
    const bytes = (this.#jobBytes.get(jobId) ?? 0) + sign * storedBytes;
    if (bytes === 0) this.#jobBytes.delete(jobId);
    else this.#jobBytes.set(jobId, bytes);
  }

  #wake(): void {
    if (this.#waiting.length === 0 || this.isFull) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
