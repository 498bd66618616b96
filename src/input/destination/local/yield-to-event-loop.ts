// Yields to the event loop between synchronous file calls, so that signals, messages and other objects are served.
import { setImmediate } from 'node:timers/promises';

/** Opens and synchronous reads between two yields. */
const CALLS_AT_A_STRETCH = 32;

/** Synchronous calls since the last yield, for all files. */
let calls = 0;

/**
 * Await it before each synchronous call.
 * @returns a promise only when a yield is due: most calls need none
 */
export function yieldToEventLoop(): Promise<void> | undefined {
  calls += 1;
  if (calls < CALLS_AT_A_STRETCH) return undefined;
  calls = 0;
  return setImmediate();
}
