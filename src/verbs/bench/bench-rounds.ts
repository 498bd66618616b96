// Rounds of passes, and the statistics of their times. Times are paired: every pass runs once in each round, every other round in
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

/** Times of each pass by round. Seconds of {@link processorSeconds}. */
export type Times<Name extends string> = Record<Name, number[]>;

/** How many rounds. */
export interface RoundsWanted {
  rounds: number;
  /** Wall time after which no further round starts, once the minimum number has run. */
  seconds: number;
  signal: AbortSignal;
}

/** Runs rounds of passes until there are enough, the time is up, or the user interrupts. Discards an interrupted round. */
export async function runRounds<Name extends string>(
  passes: Readonly<Record<Name, () => Promise<unknown>>>,
  { rounds, seconds, signal }: RoundsWanted,
): Promise<Times<Name>> {
  const names = Object.keys(passes) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Times<Name>;
  const started = performance.now();
  const isOver = (limit: number): boolean => (performance.now() - started) / 1000 > limit;
  const runRound = async (order: readonly Name[]): Promise<[Name, number][]> => {
    const round: [Name, number][] = [];
    for (const name of order) {
      const before = processorSeconds();
      await passes[name]();
      signal.throwIfAborted();
      round.push([name, processorSeconds() - before]);
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

/**
 * Processor time of all threads of this program, which other programs disturb less than wall time. Waiting for a network does not count. On
 * Windows, which counts it in steps of 16 ms: wall time.
 */
function processorSeconds(): number {
  if (process.platform === 'win32') return performance.now() / 1000;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
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

/** Steps, in the order in which a line passes through them. `scan`: everything that a replay without a filter does. */
const STEPS = ['read', 'inflate', 'scan', 'evaluate'] as const;
/** One of the steps. */
export type Step = (typeof STEPS)[number];

/** Time of one step. */
export interface StepTime {
  step: Step;
  seconds: number;
  /** Share of the time of all steps, in [0, 1]. */
  share: number;
  /** Bytes of lines; null if the time of the step is too short to measure. */
  bytesPerSecond: number | null;
}

/**
 * Splits the time of a replay with a filter: each step takes the difference of two passes. A negative step is noise and counts as zero; the
 * sum is the time of the replay.
 * @param ends medians of the passes that end with each of the steps
 * @param lineBytes bytes of all lines
 */
export function splitTime(ends: Readonly<Record<Step, number>>, lineBytes: number): StepTime[] {
  const total = ends.evaluate;
  let before = 0;
  return STEPS.map((step) => {
    const until = Math.max(before, Math.min(ends[step], total));
    const seconds = until - before;
    before = until;
    return { step, seconds, share: seconds / total, bytesPerSecond: seconds === 0 ? null : lineBytes / seconds };
  });
}
