// When synchronous calls on files make room for everything else: signals, messages, other objects. Calls nothing itself.
import { setImmediate } from 'node:timers/promises';

/** Opens and synchronous reads one after the other without letting anything else happen. */
const CALLS_AT_A_STRETCH = 32;

/** Synchronous calls since other things could last happen, of all files together. */
let calls = 0;

/**
 * To be awaited before each synchronous call.
 * @returns a promise only where it is time for one: most calls need none
 */
export function yieldToEventLoop(): Promise<void> | undefined {
  calls += 1;
  if (calls < CALLS_AT_A_STRETCH) return undefined;
  calls = 0;
  return setImmediate();
}
