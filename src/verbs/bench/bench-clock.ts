// The clock of a measurement: processor time if it is available, so that other programs and waiting have little influence.

/**
 * `thread`: processor time of this thread; garbage collection in other threads does not count, so that the same work takes the same
 * time within a few percent. `process`: processor time of all threads of this program. `wall`: wall time.
 */
export type Clock = 'thread' | 'process' | 'wall';

/** Newer than the oldest Node that is supported. */
const { threadCpuUsage } = process as { threadCpuUsage?: typeof process.cpuUsage };

/** Returns the best clock for passes in this thread. @param usesOthers whether Node's zlib inflates, in its own threads */
export function chooseClock(usesOthers: boolean): Clock {
  // Windows reports times in steps of 16 ms.
  if (process.platform === 'win32') return 'wall';
  return usesOthers || threadCpuUsage === undefined ? 'process' : 'thread';
}

/** Measures the time of some work. */
export async function secondsOf(clock: Clock, work: () => Promise<unknown>): Promise<number> {
  const read = CLOCKS[clock];
  const started = read();
  await work();
  return read() - started;
}

const CLOCKS: Readonly<Record<Clock, () => number>> = {
  thread: () => {
    // Linux reports a thread's time as of its last tick, up to 4 ms ago; reading the time of the process updates it.
    process.cpuUsage();
    return inSeconds(threadCpuUsage!());
  },
  process: () => inSeconds(process.cpuUsage()),
  wall: () => performance.now() / 1000,
};

function inSeconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1e6;
}
