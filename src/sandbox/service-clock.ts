// The time of the local service. It may run faster than real time, so that minutes of batches take seconds, or follow
// the traffic. Uses a monotonic clock: a change of the machine's clock has no effect.

/** The time of the service. Never goes back. */
export interface ServiceClock {
  /** Whether time follows the traffic: it advances only by {@link advance}. */
  readonly followsTraffic: boolean;
  /** Milliseconds since 1970, with fraction. */
  now(): number;
  /** Sets the time to that of the traffic, unless it is already later. Has no effect on a clock that runs by itself. */
  advance(ms: number): void;
  /**
   * Sets the time of the next exchange: a clock that runs by itself stops {@link LEAD_MS} of real time after it, until the next call.
   * The time of the stop is not caught up. Otherwise objects would span the delays of the program, multiplied by the speed.
   * @param ms Infinity: no exchange is known, the clock runs
   */
  hold(ms: number): void;
  /**
   * Waits in service time: at speed 10, 1,000 ms take 100 ms. A time of 0 or less waits for a turn of the event loop.
   * @returns early, without an error, if the signal aborts
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** How far a clock may run ahead of an exchange that is late. Chosen by headgate. Milliseconds of real time. */
const LEAD_MS = 20;
/** Speed of {@link ServiceClock.sleep} if time follows the traffic: a pause between two tries remains a pause. */
const SLEEP_SPEED = 1000;

/**
 * Creates a clock.
 * @param startMs service time at the start. Milliseconds since 1970
 * @param speed service seconds per real second, above 0; Infinity: time follows the traffic
 */
export function createServiceClock(startMs: number, speed: number): ServiceClock {
  if (speed === Infinity) return createFollowingClock(startMs);
  // Service time and real time of the start, or of the end of the last stop.
  let [sinceMs, sinceRealMs] = [startMs, performance.now()];
  let endMs = Infinity;
  const now = (): number => {
    const real = performance.now();
    const running = sinceMs + (real - sinceRealMs) * speed;
    if (running <= endMs) return running;
    [sinceMs, sinceRealMs] = [endMs, real];
    return endMs;
  };
  return {
    followsTraffic: false,
    now,
    advance: () => {},
    hold: (ms) => {
      const present = now();
      endMs = Math.max(ms + LEAD_MS * speed, present);
    },
    sleep: (ms, signal) => sleepReal(ms / speed, signal),
  };
}

function createFollowingClock(startMs: number): ServiceClock {
  let latest = startMs;
  return {
    followsTraffic: true,
    now: () => latest,
    advance: (ms) => {
      if (ms > latest) latest = ms;
    },
    hold: () => {},
    sleep: (ms, signal) => sleepReal(ms / SLEEP_SPEED, signal),
  };
}

/** Longest delay of a timer; a longer one would end at once, and a negative one with a warning of Node. Milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function sleepReal(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(Math.max(ms, 0), MAX_TIMER_MS));
    signal?.addEventListener('abort', done, { once: true });
  });
}
