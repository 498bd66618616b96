// How many objects of a bucket are read at the same time where the system opens no more connections: half as many after
// each refusal, slowly more while it refuses none. Knows nothing of requests.
import { afterDescriptorFreed } from '../local/descriptors.ts';
import { ObjectReadError } from '../object-finding.ts';

/** A queue in front of the objects of a bucket, without a limit until the system sets one. */
export class OpenLimit {
  #most = Number.POSITIVE_INFINITY;
  #open = 0;
  /** Refusals that lowered the limit. Reads that began before the last one say nothing about the limit that followed it. */
  #lowered = 0;
  readonly #waiting: (() => void)[] = [];

  /**
   * Reads an object when its turn comes, and again where the system refused to open a connection for it.
   * @throws what `read` throws; `too-many-open` where it is refused although nothing else is read; the signal's reason when aborted
   */
  async *read(
    read: () => AsyncIterable<Uint8Array>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    let isBegun = false;
    for (let alone = 0; ; ) {
      await this.#enter();
      const { count, lowered } = { count: this.#open, lowered: this.#lowered };
      let refusal: unknown;
      try {
        for await (const chunk of read()) {
          isBegun = true;
          yield chunk;
        }
        this.#most += 1 / this.#most;
        return;
      } catch (error) {
        if (isBegun || !(error instanceof ObjectReadError) || error.code !== 'too-many-open') throw error;
        refusal = error;
        if (lowered === this.#lowered) this.#lower(count);
      } finally {
        this.#leave();
      }
      // While others are read, their end is worth another try, however often.
      if (this.#open > 0) continue;
      alone += 1;
      if (!(await afterDescriptorFreed(alone, signal))) throw refusal;
    }
  }

  #lower(count: number): void {
    this.#most = Math.max(1, Math.floor(Math.min(this.#most, count) / 2));
    this.#lowered += 1;
  }

  async #enter(): Promise<void> {
    while (this.#open >= Math.max(1, Math.floor(this.#most))) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#open += 1;
  }

  #leave(): void {
    this.#open -= 1;
    const free = Math.max(1, Math.floor(this.#most)) - this.#open;
    for (const enter of this.#waiting.splice(0, Math.min(free, this.#waiting.length))) enter();
  }
}
