// Runs a sandbox until a signal: starts it, reports when it is ready and when its traffic has ended, and stops it. Prints nothing.
import { HeadgateError } from '../../base/index.ts';
import type { FedTraffic, PushTotals, Sandbox, SandboxOptions } from '../../sandbox/index.ts';
import { startTemporary } from './temporary-sandbox.ts';

/** How to run a sandbox. */
interface RunSandboxRequest {
  options: SandboxOptions;
  /** Stops the sandbox, which first pushes what it holds. */
  signal: AbortSignal;
  /** Called once, when clients can use it; not after the signal. */
  onReady: (sandbox: Sandbox) => Promise<void>;
  /** Called when all of the traffic was read. Not called without traffic. */
  onTrafficEnd: (traffic: FedTraffic) => void;
  /** Called instead if the traffic cannot be read to its end; the sandbox runs on. */
  onTrafficFailure: (error: HeadgateError) => void;
}

/**
 * Runs a sandbox.
 * @returns the final figures, after the signal
 * @throws HeadgateError if it cannot start, if its objects were removed, or for an unexpected error; it is stopped then
 */
export async function runSandbox(request: RunSandboxRequest): Promise<PushTotals> {
  const { options, signal, onReady } = request;
  const failed = Promise.withResolvers<never>();
  // It may fail before anything waits for it.
  failed.promise.catch(() => undefined);
  const { sandbox } = await startTemporary('sandbox', { ...options, onFailure: failed.reject }).catch(
    (error: unknown) => {
      // The signal reaches the runtime, too, which may end before it has started.
      signal.throwIfAborted();
      throw error;
    },
  );
  const aborted = whenAborted(signal);
  try {
    if (!signal.aborted) await onReady(sandbox);
    await Promise.race([useTraffic(sandbox, request).then(() => aborted), aborted, failed.promise]);
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
  return sandbox.stop();
}

async function useTraffic(
  { trafficEnd }: Sandbox,
  { options, signal, onTrafficEnd, onTrafficFailure }: RunSandboxRequest,
): Promise<void> {
  try {
    const traffic = await trafficEnd;
    if (options.traffic !== undefined && !signal.aborted) onTrafficEnd(traffic);
  } catch (error) {
    if (!(error instanceof HeadgateError)) throw error;
    onTrafficFailure(error);
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
