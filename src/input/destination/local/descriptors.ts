// Handles the limit of open files and sockets: waits for a bounded time until this process closes one.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** First wait for a descriptor; doubles each time. Milliseconds; ours. */
const FIRST_WAIT_MS = 5;
/** Waits before an object is abandoned: five seconds in total. Chosen by headgate. */
const MAX_WAITS = 10;

/**
 * Returns how many more files and sockets this process may open; infinite if the system does not report it (Linux
 * does).
 */
export function freeDescriptors(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit) - readdirSync('/proc/self/fd').length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Whether the limit of open files was reached, for this process or for the system. @param error of the system */
export function isTooManyOpen(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'EMFILE' || code === 'ENFILE';
}

/**
 * Waits for other reads to close their files.
 * @param attempt number of attempts, from 1
 * @returns false after too many attempts
 * @throws the signal's reason when aborted
 */
export async function afterDescriptorFreed(attempt: number, signal: AbortSignal | undefined): Promise<boolean> {
  if (attempt > MAX_WAITS) return false;
  await wait(FIRST_WAIT_MS * 2 ** (attempt - 1), undefined, { signal });
  return true;
}
