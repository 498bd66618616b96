// One job with one configuration: selects the lines that it pushes, prints them, and closes its batches. Sends nothing.
import { createLineOutput, type LineOutput } from '../../analysis/emit/index.ts';
import type { LineRecord } from '../../input/record/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { KEEP } from '../../language/filter/index.ts';
import { isSampled } from '../../language/output/index.ts';
import type { JobSettings } from './job-settings.ts';
import { OpenBatch } from './open-batch.ts';

/** Receives closed batches. @param endMs service time of the closing. Milliseconds */
export type OnBatch = (batch: OpenBatch, endMs: number) => void;

const LF = 10;
const CR = 13;

/** Pushes the lines of one job. */
export class JobPush {
  readonly settings: JobSettings;
  readonly #output: LineOutput;
  readonly #rate: number;
  /** Bytes after the last record of a batch, and between two. */
  readonly #aroundBytes: number;
  readonly #objectBytes: number;
  readonly #onBatch: OnBatch;
  #batch: OpenBatch | undefined;

  /** @param objectBytes size of an object at which its batch closes */
  constructor(settings: JobSettings, dataset: Dataset, objectBytes: number, onBatch: OnBatch) {
    this.settings = settings;
    this.#output = createLineOutput(settings.options, dataset);
    const { sample_rate: rate, record_delimiter: delimiter, batch_suffix: suffix } = this.#output.options;
    this.#rate = rate;
    this.#aroundBytes = Buffer.byteLength(delimiter) + Buffer.byteLength(suffix);
    this.#objectBytes = objectBytes;
    this.#onBatch = onBatch;
  }

  /** Service time at which the open batch closes; Infinity without one. Milliseconds. */
  get closesAt(): number {
    return this.#batch === undefined
      ? Number.POSITIVE_INFINITY
      : this.#batch.openedMs + this.settings.limits.intervalMs;
  }

  /**
   * Adds a record if the job pushes it.
   * @param nowMs service time
   * @returns whether this opened a batch
   */
  add(record: LineRecord, nowMs: number): boolean {
    if (nowMs >= this.closesAt) this.close(nowMs);
    const { filter, limits } = this.settings;
    if (filter !== undefined && filter.verdict(record) !== KEEP) return false;
    const line = this.#output.print(record);
    if (this.#rate < 1 && !isSampled(withoutLineEnd(line), this.#rate)) return false;
    if (this.#batch !== undefined && this.#batch.bytes + line.length + this.#aroundBytes > limits.bytes) {
      this.close(nowMs);
    }
    const isNew = this.#batch === undefined;
    this.#batch ??= new OpenBatch(nowMs, this.#output.options);
    this.#batch.add(line);
    if (this.#batch.lines >= limits.records || this.#batch.storedBytes >= this.#objectBytes) this.close(nowMs);
    return isNew;
  }

  /** Closes the open batch, if there is one. @param nowMs service time; a batch that was due before ended then */
  close(nowMs: number): void {
    const batch = this.#batch;
    const endMs = Math.min(nowMs, this.closesAt);
    this.#batch = undefined;
    if (batch !== undefined) this.#onBatch(batch, endMs);
  }
}

/** The line whose hash decides about a sample: as stored. */
function withoutLineEnd(line: Buffer): Buffer {
  if (line.at(-1) !== LF) return line;
  return line.subarray(0, line.at(-2) === CR ? -2 : -1);
}
