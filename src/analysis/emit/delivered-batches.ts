// Delivers what a job makes of the lines of one object. With a transformer, in assumed batches: nothing of a batch with a failing line is delivered.
import { HeadgateError, printCount } from '../../base/index.ts';
import type { LineRecord } from '../../input/record/index.ts';
import type { LineOutput } from './line-output.ts';

/** Maximum size of the records of a batch, which are in memory until its last line is known. UTF-8 bytes, for each open object; our own limit. */
export const MAX_BATCH_BYTES = 64 * 1024 * 1024;

/** The lines of one object, in order, that `sample_rate` has selected. */
export class DeliveredBatches {
  readonly #output: LineOutput;
  readonly #write: (text: Buffer) => void;
  readonly #batchLines: number | undefined;
  #texts: Buffer[] = [];
  #lines = 0;
  #bytes = 0;
  #fails = false;

  constructor(output: LineOutput, write: (text: Buffer) => void) {
    this.#output = output;
    this.#write = write;
    this.#batchLines = output.batchLines;
  }

  /** Adds the next line. @throws HeadgateError `batch-too-large` for a batch of more than {@link MAX_BATCH_BYTES} */
  add(record: LineRecord): void {
    if (this.#batchLines === undefined) {
      this.#output.deliver(record, this.#write);
      return;
    }
    this.#lines += 1;
    const keep = (text: Buffer): void => {
      this.#texts.push(text);
      this.#bytes += text.length;
    };
    if (this.#output.deliver(record, keep)) this.#fails = true;
    if (this.#fails) this.#clear();
    if (this.#bytes > MAX_BATCH_BYTES) throw tooLarge(this.#lines);
    if (this.#lines === this.#batchLines) this.end();
  }

  /** Ends the last batch. */
  end(): void {
    for (const text of this.#texts) this.#write(text);
    this.#clear();
    this.#lines = 0;
    this.#fails = false;
  }

  #clear(): void {
    this.#texts = [];
    this.#bytes = 0;
  }
}

function tooLarge(lines: number): HeadgateError {
  return new HeadgateError(
    'batch-too-large',
    `cannot write the records of a transformer: found more than ${printCount(MAX_BATCH_BYTES)} bytes in the first ${printCount(lines)} lines of a batch, expected at most so many in a batch; shorten the records, or replay without --emit`,
  );
}
