// Times whole commands from outside: wall clock and peak memory. Alternates between sides, since the speed of machines
// drifts.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** One side of a comparison. */
export interface TimedCommand {
  name: string;
  command: string;
  args: string[];
}

/** Figures of one run. */
export interface TimedRun {
  seconds: number;
  /** Largest resident set, as the operating system counts it; 0 without /proc. Bytes. */
  peakBytes: number;
  /** Processor time of all threads until 20 ms before the end; 0 without /proc. */
  cpuSeconds: number;
  output: string;
}

/**
 * Interval at which the peak is read. The system keeps the maximum, so only growth after the last read is lost.
 * Milliseconds.
 */
const LOOK_MS = 20;
/** Ticks of /proc per second: the same on every Linux that Node supports. */
const CLOCK_TICKS = 100;

/** Runs a command once. @throws Error if its exit code is not 0 */
export async function timeCommand({ name, command, args }: TimedCommand): Promise<TimedRun> {
  const started = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  let peakBytes = 0;
  let cpuSeconds = 0;
  const look = setInterval(() => {
    peakBytes = Math.max(peakBytes, peakOf(child.pid));
    cpuSeconds = Math.max(cpuSeconds, cpuOf(child.pid));
  }, LOOK_MS);
  child.stdout.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString('latin1')).slice(-1_000_000);
  });
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  clearInterval(look);
  if (code !== 0) throw new Error(`cannot time ${name}: found the exit code ${code}, expected 0`);
  return { seconds: (performance.now() - started) / 1000, peakBytes, cpuSeconds, output };
}

/** Runs all sides alternately, `rounds` times, after one round that does not count. */
export async function alternate(sides: readonly TimedCommand[], rounds: number): Promise<Map<string, TimedRun[]>> {
  const runs = new Map<string, TimedRun[]>(sides.map((side) => [side.name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const side of sides) {
      const run = await timeCommand(side);
      if (round > 0) runs.get(side.name)!.push(run);
    }
  }
  return runs;
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Returns the largest resident set of a process so far; 0 without /proc, or if the process has ended. Bytes. */
export function peakOf(pid: number | undefined): number {
  try {
    const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return found === null ? 0 : Number(found[1]) * 1024;
  } catch {
    return 0;
  }
}

/** Returns the processor time of all threads of a process so far, as /proc reports it. Seconds. */
export function cpuOf(pid: number | undefined): number {
  try {
    // After the name, which may contain anything: 11 fields, then user time and system time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
  } catch {
    return 0;
  }
}
