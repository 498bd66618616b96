// Pushes exchanges when they are due in service time. Each due time is absolute, so a late exchange does not delay the next one.
import { setImmediate } from 'node:timers/promises';
import type { ServiceClock } from '../service-clock.ts';
import type { Exchange } from '../traffic/index.ts';

/** An exchange and when it happens. */
export interface TimedExchange {
  exchange: Exchange;
  /** Service time. Milliseconds since 1970, with fraction. */
  atMs: number;
}

/** Options of {@link Pacer}. */
export interface PacerOptions {
  clock: ServiceClock;
  push: (exchange: Exchange) => void;
  /** Returns a promise while no more exchanges may be pushed; undefined: push on. */
  whenReady: () => Promise<void> | undefined;
  signal: AbortSignal;
}

/** Exchanges between two looks at the clock: one look costs as much as a hundredth of a push. */
const SLICE_EXCHANGES = 16;
/** Longest time without a yield, so that requests to the API are answered. Milliseconds. Chosen by headgate. */
const SLICE_MS = 3;

/** Pushes exchanges in order. */
export class Pacer {
  /** Exchanges pushed. */
  pushed = 0;
  readonly #options: PacerOptions;
  #yieldedMs = performance.now();

  constructor(options: PacerOptions) {
    this.#options = options;
  }

  /** Pushes exchanges, each when it is due. Ends early if the signal aborts. */
  async pushAll(exchanges: Iterable<TimedExchange>): Promise<void> {
    try {
      await this.#pushAll(exchanges);
    } finally {
      // When the next one is due is not known.
      this.#options.clock.hold(Infinity);
    }
  }

  async #pushAll(exchanges: Iterable<TimedExchange>): Promise<void> {
    const { clock, push, whenReady, signal } = this.#options;
    for (const { exchange, atMs } of exchanges) {
      if (signal.aborted) return;
      clock.hold(atMs);
      if (clock.followsTraffic) clock.advance(atMs);
      else if (clock.now() < atMs && !(await this.#sleepUntil(atMs))) return;
      push(exchange);
      this.pushed += 1;
      const ready = whenReady();
      if (ready !== undefined) await untilAborted(ready, signal);
      // Also after a wait: a fulfilled promise does not let the event loop turn.
      if (this.pushed % SLICE_EXCHANGES === 0 && performance.now() - this.#yieldedMs >= SLICE_MS) {
        await setImmediate();
        this.#yieldedMs = performance.now();
      }
    }
  }

  /** @returns false if the signal aborted */
  async #sleepUntil(atMs: number): Promise<boolean> {
    const { clock, signal } = this.#options;
    // A timer may end early, and the longest timer may be too short.
    for (let now = clock.now(); now < atMs; now = clock.now()) {
      await clock.sleep(atMs - now, signal);
      if (signal.aborted) return false;
    }
    return true;
  }
}

/** Waits for a promise, or until the signal aborts. */
function untilAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    if (signal.aborted) done();
    signal.addEventListener('abort', done, { once: true });
    promise.then(done, (error: unknown) => {
      signal.removeEventListener('abort', done);
      reject(error);
    });
  });
}
