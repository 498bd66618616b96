// Limits how many tasks run at a time; the others wait in their order.

/** A number of slots. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Waits for a slot.
   * @returns a function that frees it, to be called once; undefined if the signal aborted first
   */
  async take(signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) return undefined;
    if (this.#free > 0) this.#free -= 1;
    else if (!(await this.#next(signal))) return undefined;
    return () => {
      const [next] = this.#waiting;
      if (next === undefined) this.#free += 1;
      else next();
    };
  }

  /** @returns whether there is a slot, or the signal aborted */
  #next(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isFree: boolean): void => {
        this.#waiting.delete(onFree);
        signal.removeEventListener('abort', onAbort);
        resolve(isFree);
      };
      const onFree = (): void => end(true);
      const onAbort = (): void => end(false);
      this.#waiting.add(onFree);
      signal.addEventListener('abort', onAbort);
    });
  }
}
