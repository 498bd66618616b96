// Limits how many objects of a bucket are read at a time when the system opens no more connections: halves the number
// after each failure, and raises it slowly while there is none. Knows nothing of requests.
import { afterDescriptorFreed } from '../local/descriptors.ts';
import { ObjectReadError } from '../object-finding.ts';

/** A queue for reading objects, without a limit until the system opens no further connection. */
export class OpenLimit {
  #most = Number.POSITIVE_INFINITY;
  #open = 0;
  /**
   * Number of failures that lowered the limit. A read that began before the last one does not count against the new
   * limit.
   */
  #lowered = 0;
  readonly #waiting: (() => void)[] = [];

  /**
   * Reads an object when its turn comes, and again if the system could not open a connection for it.
   * @throws the error of `read`; `too-many-open` if none can be opened although no other object is read; the signal's reason
   * when aborted
   */
  async *read(
    read: () => AsyncIterable<Uint8Array>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    let isBegun = false;
    for (let alone = 0; ; ) {
      await this.#enter();
      const { count, lowered } = { count: this.#open, lowered: this.#lowered };
      let rejection: unknown;
      try {
        for await (const chunk of read()) {
          isBegun = true;
          yield chunk;
        }
        this.#most += 1 / this.#most;
        return;
      } catch (error) {
        if (isBegun || !(error instanceof ObjectReadError) || error.code !== 'too-many-open') throw error;
        rejection = error;
        if (lowered === this.#lowered) this.#lower(count);
      } finally {
        this.#leave();
      }
      // While other objects are read, their end is worth another attempt, without a limit.
      if (this.#open > 0) continue;
      alone += 1;
      if (!(await afterDescriptorFreed(alone, signal))) throw rejection;
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
