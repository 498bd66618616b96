// Delivers what a job makes of the lines of one object. With a transformer, in assumed batches: nothing of a batch with a failing line is delivered.
import type { LineRecord } from '../../input/record/index.ts';
import { BATCH_LINES } from '../../language/transformer/index.ts';
import type { LineOutput } from './line-output.ts';

/** The lines of one object, in order, that `sample_rate` has selected. */
export class DeliveredBatches {
  readonly #output: LineOutput;
  readonly #write: (text: Buffer) => void;
  readonly #isBatched: boolean;
  #texts: Buffer[] = [];
  #lines = 0;
  #fails = false;

  /** @param isBatched whether lines of a batch fail together */
  constructor(output: LineOutput, isBatched: boolean, write: (text: Buffer) => void) {
    this.#output = output;
    this.#write = write;
    this.#isBatched = isBatched;
  }

  /** Adds the next line. */
  add(record: LineRecord): void {
    if (!this.#isBatched) {
      this.#output.deliver(record, this.#write);
      return;
    }
    this.#lines += 1;
    if (this.#output.deliver(record, (text) => this.#texts.push(text))) this.#fails = true;
    if (this.#fails) this.#texts = [];
    if (this.#lines === BATCH_LINES) this.end();
  }

  /** Ends the last batch. */
  end(): void {
    for (const text of this.#texts) this.#write(text);
    this.#texts = [];
    this.#lines = 0;
    this.#fails = false;
  }
}
