// Waits for a port that a process of an earlier run may still hold: after SIGKILL of its parent, a runtime ends a moment later.
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** Longest wait. Milliseconds. */
const LONGEST_MS = 1000;
/** Pause between two attempts. Milliseconds. */
const PAUSE_MS = 20;

/** Waits until a port is free, at most {@link LONGEST_MS}. The caller reports a port that is still in use. */
export async function waitForPort(port: number, host: string): Promise<void> {
  const endMs = performance.now() + LONGEST_MS;
  while (!(await isFree(port, host)) && performance.now() < endMs) await setTimeout(PAUSE_MS);
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host }, () => server.close(() => resolve(true)));
  });
}
