// The time of the local service. It may run faster than real time, so that minutes of batches take seconds.

/** The time of the service. Never goes back, even if the clock of the machine does. */
export interface ServiceClock {
  /** Milliseconds since 1970, with fraction. */
  now(): number;
  /**
   * Waits in service time: at speed 10, 1,000 ms take 100 ms.
   * @returns early, without an error, if the signal aborts
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
