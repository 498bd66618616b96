// Writes the lines that one job would push to one stream, as one batch, in the order of the objects.
import type { Emitter, ObjectEmission } from '../../input/objects/index.ts';
import type { Dataset } from '../../language/dataset/index.ts';
import { BatchText, isSampled } from '../../language/output/index.ts';
import { DeliveredBatches } from './delivered-batches.ts';
import type { EmitJob, EmitRequest } from './emit-plan.ts';
import type { EmittedTotal } from './file-emitter.ts';
import { createLineOutput, type LineOutput } from './line-output.ts';

/** Writes to a stream. The run must read objects one at a time. */
export class StreamEmitter implements Emitter {
  readonly #output: LineOutput;
  readonly #text: BatchText;
  readonly #delivered: DeliveredBatches;
  /** Pending writes. */
  #waiting: Promise<unknown> | undefined;

  constructor(
    { options, transformer }: EmitJob,
    dataset: Dataset,
    { write }: Extract<EmitRequest, { kind: 'stream' }>,
  ) {
    this.#output = createLineOutput(options, dataset, transformer);
    this.#text = new BatchText(this.#output.options, (chunk) => {
      const taken = write(chunk);
      if (taken !== undefined) this.#waiting = Promise.all([this.#waiting, taken]);
    });
    this.#delivered = new DeliveredBatches(this.#output, (text) => this.#text.add(text));
  }

  openObject(): ObjectEmission {
    const rate = this.#output.options.sample_rate;
    return {
      onKept: (_, record) => {
        if (rate < 1 && !isSampled(record.pushed(), rate)) return;
        this.#delivered.add(record);
      },
      // A consumer of a source that is still being written receives each line immediately.
      drained: () => this.#flush(),
      commit: async () => {
        this.#delivered.end();
        await this.#flush();
      },
      // Lines that were written cannot be removed.
      discard: async () => {
        this.#delivered.end();
        await this.#flush();
      },
    };
  }

  /** Ends the batch. */
  async end(): Promise<void> {
    this.#text.end();
    await this.#waiting;
  }

  totals(): EmittedTotal[] {
    const { lines, bytes } = this.#text;
    return [{ lines, bytes, objects: lines > 0 ? 1 : 0, lacking: this.#output.lacking() }];
  }

  #flush(): Promise<void> | undefined {
    this.#text.flush();
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting?.then(() => {});
  }
}
