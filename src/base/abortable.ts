// Stops waiting for a promise that cannot be cancelled.

/** Has the outcome of the promise, or rejects with the signal's reason as soon as that is aborted. */
export async function abortable<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  return await Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}
