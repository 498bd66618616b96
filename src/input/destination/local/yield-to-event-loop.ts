// Yields to the event loop between synchronous work, so that signals, messages and other objects are served.
import { setImmediate } from 'node:timers/promises';

/** Opens and synchronous reads between two yields. */
const CALLS_AT_A_STRETCH = 32;
/** Longer work between two calls makes the next one yield. Milliseconds; ours: a message waits no longer than for a frame or two. */
const MAX_STRETCH_MS = 25;

/** Synchronous calls since the last yield, for all files, and when that was. */
let calls = 0;
let yielded = 0;

/**
 * Await it before each synchronous call, or piece of work.
 * @returns a promise only when a yield is due: most calls need none
 */
export function yieldToEventLoop(): Promise<void> | undefined {
  calls += 1;
  const now = performance.now();
  if (calls < CALLS_AT_A_STRETCH && now - yielded < MAX_STRETCH_MS) return undefined;
  calls = 0;
  yielded = now;
  return setImmediate();
}
