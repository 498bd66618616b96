// The clock, rounds of passes, and the statistics of their times. Times are paired: every pass runs once in each round, every other round in
// reverse, so that a temporary slowdown of the machine affects all of them, and no pass always follows the same other one.
// Does not know what a pass does.

/** Fewer rounds are not conclusive, however clear: see {@link compareTimes}. */
export const ROUNDS_TO_TELL = 11;
/** Probability of a false difference: one of 1,000 comparisons of equal filters may report one. */
const CONFIDENCE = 0.999;
/** Smaller differences are not reported, however regular: medians of equal filters differed by this much in passes of 30 ms. Share. */
const LEAST_DIFFERENCE = 0.01;
/** Rounds that always run, regardless of the time limit. */
const LEAST_ROUNDS = 3;
/** Share of the time for warm-up rounds, at least one: the engine compiles frequent code in steps. */
const WARM_UP_SHARE = 0.05;

/** Times of each pass by round. Seconds. */
export type Times<Name extends string> = Record<Name, number[]>;

/** How many rounds. */
export interface RoundsWanted {
  clock: Clock;
  rounds: number;
  /** Wall time after which no further round starts, once the minimum number has run. */
  seconds: number;
  signal: AbortSignal;
}

/** Runs rounds of passes until there are enough, the time is up, or the user interrupts. Discards an interrupted round. */
export async function runRounds<Name extends string>(
  passes: Readonly<Record<Name, () => Promise<unknown>>>,
  { clock, rounds, seconds, signal }: RoundsWanted,
): Promise<Times<Name>> {
  const names = Object.keys(passes) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Times<Name>;
  const started = performance.now();
  const isOver = (limit: number): boolean => (performance.now() - started) / 1000 > limit;
  const runRound = async (order: readonly Name[]): Promise<[Name, number][]> => {
    const round: [Name, number][] = [];
    for (const name of order) {
      round.push([name, await secondsOf(clock, passes[name])]);
      signal.throwIfAborted();
    }
    return round;
  };
  try {
    do await runRound(names);
    while (!isOver(seconds * WARM_UP_SHARE));
    for (let round = 0; round < rounds && (round < LEAST_ROUNDS || !isOver(seconds)); round += 1) {
      for (const [name, time] of await runRound(round % 2 === 0 ? names : names.toReversed())) times[name].push(time);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return times;
}

/** The middle value, or the mean of the two middle ones. @throws RangeError for no values */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('cannot take a median: found no values, expected one or more');
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Returns the spread of values: the median distance from their median, as a share of it. */
export function spreadOf(values: readonly number[]): number {
  const middle = median(values);
  return middle === 0 ? 0 : median(values.map((value) => Math.abs(value - middle))) / middle;
}

/** Comparison of two passes timed in the same rounds. */
export interface TimesCompared {
  /** Median over the rounds of the second pass's time divided by the first's. */
  ratio: number;
  /** Bounds of the ratio with 99.9 % certainty; null with too few rounds. */
  low: number | null;
  high: number | null;
  /** The pass that takes less time, if the difference exceeds the noise. */
  cheaper: 'first' | 'second' | 'neither';
}

/**
 * Compares two passes with the sign test, which assumes nothing about the distribution of times: if both were equal, each would
 * be the slower one in a round with the probability of a coin toss. The true median of the ratios is between the k-th smallest and
 * the k-th largest, unless fewer than k of n tosses fell on one side; k is the largest number for which that happens less than
 * once in 1,000. One pass is cheaper if 1 is outside this interval and the median differs by 1 % or more.
 */
export function compareTimes(first: readonly number[], second: readonly number[]): TimesCompared {
  const ratios = first.map((time, round) => second[round]! / time).sort((a, b) => a - b);
  const ratio = median(ratios);
  const outside = ranksOutside(ratios.length);
  if (outside === 0) return { ratio, low: null, high: null, cheaper: 'neither' };
  const low = ratios[outside - 1]!;
  const high = ratios.at(-outside)!;
  if (Math.abs(ratio - 1) < LEAST_DIFFERENCE || (low <= 1 && high >= 1))
    return { ratio, low, high, cheaper: 'neither' };
  return { ratio, low, high, cheaper: ratio < 1 ? 'second' : 'first' };
}

/** Returns the k of {@link compareTimes} for n rounds; 0 if there is none. */
function ranksOutside(rounds: number): number {
  let outcomes = 1;
  let sum = 0;
  for (let k = 0; k < rounds; k += 1) {
    sum += outcomes;
    // Both tails of 2 ** rounds outcomes.
    if ((2 * sum) / 2 ** rounds > 1 - CONFIDENCE) return k;
    outcomes = (outcomes * (rounds - k)) / (k + 1);
  }
  return 0;
}

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

/** Steps, in the order in which a line passes through them. `fields`: figures of fields over all lines. */
export type Step = 'read' | 'inflate' | 'scan' | 'fields' | 'evaluate';

/** Time of one step. */
export interface StepTime {
  step: Step;
  seconds: number;
  /** Share of the time of all steps, in [0, 1]. */
  share: number;
  /** Bytes of lines; null if the time of the step is too short to measure. */
  bytesPerSecond: number | null;
}

/** The passes that end with one of the steps, each with all steps before it except reading. */
const SHARED_PASSES = ['inflate', 'scan', 'fields'] as const;
/** The name of a pass that both sides of a comparison share, since it evaluates no filter. */
export type SharedPass = (typeof SHARED_PASSES)[number];

/**
 * Splits the time of a pass with a filter. The medians of the shorter passes give the times of their steps; the rest is the time of
 * the filters and their figures. A negative step is noise and counts as zero; the sum is unchanged.
 * @param times of the passes that were run; without field figures there is no `fields`
 * @param total seconds of the pass with the filter
 * @param lineBytes bytes of all lines
 */
export function splitTime(
  readSeconds: number,
  times: Partial<Times<SharedPass>>,
  total: number,
  lineBytes: number,
): StepTime[] {
  const ends = SHARED_PASSES.flatMap((step) => {
    const ofStep = times[step];
    return ofStep === undefined ? [] : [{ step: step as Step, end: median(ofStep) }];
  });
  let before = 0;
  const steps = [...ends, { step: 'evaluate' as const, end: total }].map(({ step, end }) => {
    const until = Math.max(before, Math.min(end, total));
    const seconds = until - before;
    before = until;
    return { step, seconds };
  });
  const all = readSeconds + total;
  return [{ step: 'read' as const, seconds: readSeconds }, ...steps].map(({ step, seconds }) => ({
    step,
    seconds,
    share: all === 0 ? 0 : seconds / all,
    bytesPerSecond: seconds === 0 ? null : lineBytes / seconds,
  }));
}
