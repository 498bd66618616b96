// A clock of reads and retries whose time moves only when a test moves it.
import type { Clock } from '../../../src/destination/clock.ts';

interface Timer {
  time: number;
  action: () => void;
}

/** A clock that starts at 0. */
export class ManualTime implements Clock {
  #now = 0;
  readonly #timers = new Set<Timer>();
  /** Called when a timer is set. */
  onTimer: () => void = () => {};

  now(): number {
    return this.#now;
  }

  at(time: number, action: () => void): () => void {
    const timer = { time, action };
    this.#timers.add(timer);
    this.onTimer();
    if (time <= this.#now) setImmediate(() => this.#run(timer));
    return () => void this.#timers.delete(timer);
  }

  /** Moves the time, and runs what is due. */
  moveTo(time: number): void {
    this.#now = time;
    for (const timer of this.#timers) if (timer.time <= time) this.#run(timer);
  }

  #run(timer: Timer): void {
    if (this.#timers.delete(timer)) timer.action();
  }
}
