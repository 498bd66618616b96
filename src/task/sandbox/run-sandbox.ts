// Runs a sandbox until a signal: starts it, reports when it is ready and when its traffic has ended, and stops it. Prints nothing.
import type { PushTotals, Sandbox, SandboxOptions } from '../../sandbox/index.ts';
import { startTemporary } from './temporary-sandbox.ts';

/** How to run a sandbox. */
export interface RunSandboxRequest {
  options: SandboxOptions;
  /** Stops the sandbox, which first pushes what it holds. */
  signal: AbortSignal;
  /** Called once, when clients can use it; not after the signal. */
  onReady: (sandbox: Sandbox) => Promise<void>;
  /** Called when all of the traffic was read. Not called without traffic. */
  onTrafficEnd: (totals: PushTotals) => void;
}

/**
 * Runs a sandbox.
 * @returns the final figures, after the signal
 * @throws HeadgateError if it cannot start, or if its traffic cannot be read; it is stopped then
 */
export async function runSandbox({ options, signal, onReady, onTrafficEnd }: RunSandboxRequest): Promise<PushTotals> {
  const { sandbox } = await startTemporary('sandbox', options);
  const aborted = whenAborted(signal);
  try {
    if (!signal.aborted) await onReady(sandbox);
    await Promise.race([useTraffic(sandbox, { options, signal, onTrafficEnd }).then(() => aborted), aborted]);
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
  return sandbox.stop();
}

async function useTraffic(
  sandbox: Sandbox,
  { options, signal, onTrafficEnd }: Omit<RunSandboxRequest, 'onReady'>,
): Promise<void> {
  await sandbox.trafficEnd;
  if (options.traffic !== undefined && !signal.aborted) onTrafficEnd(sandbox.totals());
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
