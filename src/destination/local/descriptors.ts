// What to do where the system opens no more files or sockets: wait for one of ours to be closed, for a bounded time.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** First wait for a descriptor; doubles each time. Milliseconds; ours. */
const FIRST_WAIT_MS = 5;
/** Waits before one object is given up: five seconds in all. Ours. */
const MAX_WAITS = 10;

/** How many more files and sockets this process may open; as many as it likes where the system does not say (Linux does). */
export function freeDescriptors(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit) - readdirSync('/proc/self/fd').length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

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
