// Keeps requests and restarts of the runtime apart: a restart waits for the requests in progress, and later requests wait for the restart.

/** Lets requests pass, one restart at a time. */
export class RestartGate {
  readonly #requests = new Set<Promise<unknown>>();
  #restart: Promise<void> | undefined;

  /**
   * Sends a request as soon as no restart is in progress.
   * @throws what `send` throws; the reason of the signal, which ends the wait
   */
  async pass<T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    while (this.#restart !== undefined) await endedBy(this.#restart, signal);
    const request = send();
    this.#requests.add(request);
    try {
      return await request;
    } finally {
      this.#requests.delete(request);
    }
  }

  /** Restarts after the requests in progress and after earlier restarts. @throws what `run` throws */
  async restart(run: () => Promise<void>): Promise<void> {
    while (this.#restart !== undefined) await this.#restart;
    const restart = Promise.allSettled(this.#requests).then(run);
    this.#restart = restart.then(
      () => {},
      () => {},
    );
    try {
      await restart;
    } finally {
      this.#restart = undefined;
    }
  }
}

/** Waits for a promise that does not reject, or for the signal. */
async function endedBy(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return promise;
  const ended = Promise.withResolvers<void>();
  const onAbort = () => ended.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.race([promise, ended.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
