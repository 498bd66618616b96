// A service clock whose time moves only when a test moves it.
import type { ServiceClock } from '../../../src/sandbox/service-clock.ts';

/** A clock, and what moves it. */
export interface ManualClock extends ServiceClock {
  /** Moves the time in steps to the end of each sleep, and lets the program run after each step. */
  moveBy(ms: number): Promise<void>;
  /** Sleeps that have not ended. */
  readonly sleeping: number;
}

/** Lets pending promises and callbacks run. */
export async function runPending(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Creates a clock. */
export function createManualClock(startMs: number, followsTraffic = false): ManualClock {
  const sleeps = new Set<{ untilMs: number; end: () => void }>();
  let nowMs = startMs;
  return {
    followsTraffic,
    now: () => nowMs,
    advance: (ms) => {
      if (followsTraffic && ms > nowMs) nowMs = ms;
    },
    hold: () => {},
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) {
          resolve();
          return;
        }
        const sleep = {
          untilMs: nowMs + ms,
          end: () => {
            sleeps.delete(sleep);
            resolve();
          },
        };
        sleeps.add(sleep);
        signal?.addEventListener('abort', sleep.end, { once: true });
      }),
    moveBy: async (ms) => {
      const endMs = nowMs + ms;
      await runPending();
      for (;;) {
        const [next] = [...sleeps].filter(({ untilMs }) => untilMs <= endMs).sort((a, b) => a.untilMs - b.untilMs);
        if (next === undefined) break;
        nowMs = Math.max(nowMs, next.untilMs);
        next.end();
        await runPending();
      }
      nowMs = endMs;
    },
    get sleeping() {
      return sleeps.size;
    },
  };
}
