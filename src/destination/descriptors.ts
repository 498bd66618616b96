// What to do where the system opens no more files or sockets: wait for one of ours to be closed, for a bounded time.
import { setTimeout as wait } from 'node:timers/promises';

/** First wait for a descriptor; doubles each time. Milliseconds; ours. */
const FIRST_WAIT_MS = 5;
/** Waits before one object is given up: five seconds in all. Ours. */
const MAX_WAITS = 10;

/** Whether the system refuses to open anything more, in this process or at all. @param error of the system */
export function isTooManyOpen(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'EMFILE' || code === 'ENFILE';
}

/**
 * Waits for other reads to close what they have open.
 * @param attempt how often it was tried, from 1
 * @returns false where it was tried too often
 * @throws the signal's reason when aborted
 */
export async function afterDescriptorFreed(attempt: number, signal: AbortSignal | undefined): Promise<boolean> {
  if (attempt > MAX_WAITS) return false;
  await wait(FIRST_WAIT_MS * 2 ** (attempt - 1), undefined, signal === undefined ? {} : { signal });
  return true;
}
