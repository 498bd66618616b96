// The lines that one job would push, written to one stream: one batch in all, in the order of the objects.
import type { Dataset } from '../../dataset/index.ts';
import { BatchText, createLineOutput, isSampled, type LineOutput } from '../../output/index.ts';
import type { EmittedTotal } from '../../replay/index.ts';
import type { Emitter, ObjectEmission } from '../../run/objects/emitter.ts';
import type { EmitJob, EmitRequest } from './emit-plan.ts';

/** Writes to a stream. Objects must be read one after the other. */
export class StreamEmitter implements Emitter {
  readonly #output: LineOutput;
  readonly #text: BatchText;
  /** What was handed on and not taken yet. */
  #waiting: Promise<unknown> | undefined;

  constructor({ options }: EmitJob, dataset: Dataset, { write }: Extract<EmitRequest, { kind: 'stream' }>) {
    this.#output = createLineOutput(options, dataset);
    this.#text = new BatchText(this.#output.options, (chunk) => {
      const taken = write(chunk);
      if (taken !== undefined) this.#waiting = Promise.all([this.#waiting, taken]);
    });
  }

  openObject(): ObjectEmission {
    const rate = this.#output.options.sample_rate;
    return {
      onKept: (_, record) => {
        if (rate < 1 && !isSampled(record.stored(), rate)) return;
        this.#text.add(this.#output.print(record));
      },
      // Whoever reads on while a source is still being written sees each line at once.
      settled: () => this.#flush(),
      commit: async () => {
        await this.#flush();
      },
      // What was written is written.
      discard: async () => {
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
