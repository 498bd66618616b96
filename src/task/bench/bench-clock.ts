// What time is: that of the processor where it can be had, so that other programs on the machine, and waiting, count little.

/**
 * `thread`: processor time of this thread; collecting garbage in others is left out, which makes the same work take the same
 * time within a few percent. `process`: of all threads of this program. `wall`: as on the wall.
 */
export type Clock = 'thread' | 'process' | 'wall';

/** Newer than the oldest Node that is supported. */
const { threadCpuUsage } = process as { threadCpuUsage?: typeof process.cpuUsage };

/** The best clock for passes in this thread. @param usesOthers whether Node's zlib inflates, in threads of its own */
export function chooseClock(usesOthers: boolean): Clock {
  // Told in steps of 16 ms there.
  if (process.platform === 'win32') return 'wall';
  return usesOthers || threadCpuUsage === undefined ? 'process' : 'thread';
}

/** The time that some work takes. */
export async function secondsOf(clock: Clock, work: () => Promise<unknown>): Promise<number> {
  const read = CLOCKS[clock];
  const started = read();
  await work();
  return read() - started;
}

const CLOCKS: Readonly<Record<Clock, () => number>> = {
  thread: () => {
    // Linux tells a thread's time as of its last tick, 4 ms ago at most; asking for the process's brings it up to date.
    process.cpuUsage();
    return inSeconds(threadCpuUsage!());
  },
  process: () => inSeconds(process.cpuUsage()),
  wall: () => performance.now() / 1000,
};

function inSeconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1e6;
}
