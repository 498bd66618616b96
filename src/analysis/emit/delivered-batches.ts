// Delivers what a job makes of the lines of one object. With a transformer, in assumed batches: nothing of a batch with a failing line is delivered.
import type { LineRecord } from '../../input/record/index.ts';
import type { LineOutput } from './line-output.ts';

/** The lines of one object, in order, that `sample_rate` has selected. */
export class DeliveredBatches {
  readonly #output: LineOutput;
  readonly #write: (text: Buffer) => void;
  readonly #batchLines: number | undefined;
  #texts: Buffer[] = [];
  #lines = 0;
  #fails = false;

  constructor(output: LineOutput, write: (text: Buffer) => void) {
    this.#output = output;
    this.#write = write;
    this.#batchLines = output.batchLines;
  }

  /** Adds the next line. */
  add(record: LineRecord): void {
    if (this.#batchLines === undefined) {
      this.#output.deliver(record, this.#write);
      return;
    }
    this.#lines += 1;
    if (this.#output.deliver(record, (text) => this.#texts.push(text))) this.#fails = true;
    if (this.#fails) this.#texts = [];
    if (this.#lines === this.#batchLines) this.end();
  }

  /** Ends the last batch. */
  end(): void {
    for (const text of this.#texts) this.#write(text);
    this.#texts = [];
    this.#lines = 0;
    this.#fails = false;
  }
}
