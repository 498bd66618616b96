// The time that limits and retries are measured in: monotonic, so that a change of the machine's clock has no effect.

/** A clock. Times are milliseconds since any moment. */
export interface Clock {
  now(): number;
  /** Runs an action at a time, never before it. @param time not Infinity @returns a function that cancels it */
  at(time: number, action: () => void): () => void;
}

/** Node turns a longer delay into 1 ms. Milliseconds. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** The clock of the machine. */
export const MONOTONIC_CLOCK: Clock = {
  now: () => performance.now(),
  at: (time, action) => {
    let timer: NodeJS.Timeout;
    // Node ignores the fraction of a delay and counts it from the start of the current turn of the event loop: a timer may end early.
    const wait = (): void => {
      timer = setTimeout(
        () => (performance.now() < time ? wait() : action()),
        Math.min(Math.max(time - performance.now(), 0), LONGEST_DELAY_MS),
      );
    };
    wait();
    return () => clearTimeout(timer);
  },
};
