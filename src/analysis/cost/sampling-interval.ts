// Intervals of lines, and of their bytes, that sample_rate selects at random: those before the sampling of the source, and those that a job
// will push. Pure.
import type { LineTotal } from '../../input/scan/index.ts';
import { betaBelow } from '../sample/index.ts';
import type { Estimated } from './cost-report.ts';
import { exactly, Z_95 } from './estimated.ts';

/** Probability with which each side of a 95 % interval may miss. */
const MISS = 0.025;
/**
 * Variance, in lines, from which the Cornish–Fisher expansion replaces the exact quantile, whose time grows with its root. The expansion is off
 * by less than a hundredth of a line; one line more on each side covers that.
 */
const MANY = 1e6;
/**
 * Bytes of a line that a sampling may have lost, if no longer one was found: 8 KiB of custom fields (`docs/platform.md`, "Custom fields") and
 * 2 KiB of other fields. Chosen by headgate.
 */
export const LONGEST_LOST = 10_240;
/**
 * The mean size of a line, weighted by size, in relation to the mean size, if sizes were not measured. Ours: of lines of 300 bytes with 1 % of 10 kB, it
 * is 7.
 */
export const UNKNOWN_VARIATION = 8;
/** Factor of a distribution's skewness in the Cornish–Fisher expansion of its quantile. */
const SKEW = (Z_95 ** 2 - 1) / 6;
/** Relative precision of a quantile. A lower limit is rounded outwards by it: often the lines found are all lines. */
const PRECISION = 1e-12;

/** `sample_rate`s, each above 0 and at most 1. */
export interface SampleRates {
  /** Of the job that wrote the source. */
  source: number;
  /** Of the job whose lines are estimated. */
  job: number;
}

/** Sizes of a set of lines, in bytes. */
export interface LineSizes {
  sum: number;
  /** Sum of the squares. */
  squares: number;
  /** The largest line that may exist, in the source or lost to sampling. */
  longest: number;
}

/** Returns how many lines there were before a job sampled them. @param rate above 0 and at most 1 */
export function beforeSampling(lines: number, rate: number): Estimated {
  return sampledLines(lines, { source: rate, job: 1 });
}

/**
 * Returns sizes of lines that were not measured, which vary as much as those of any logs that we know.
 * @param longest bytes of the longest line found @default unknown
 */
export function unknownSizes({ lines, bytes }: LineTotal, longest = 0): LineSizes {
  const mean = lines === 0 ? 0 : bytes / lines;
  const most = Math.max(longest, LONGEST_LOST, mean);
  return { sum: bytes, squares: bytes * Math.min(most, mean * UNKNOWN_VARIATION), longest: most };
}

/**
 * Estimates how many lines a job pushes: of the unknown number of lines before the source was sampled, those that its own `sample_rate` selects.
 *
 * The unknown number has the interval of Clopper and Pearson: all numbers of trials with which neither tail of the binomial distribution is below
 * 2.5 %. These are quantiles of the negative binomial distribution. The selected lines have those of the binomial distribution.
 * @param lines in the source, an integer
 */
export function sampledLines(lines: number, rates: SampleRates): Estimated {
  const { low, high } = effectiveLines(lines, lines + 1, rates);
  const value = (lines / rates.source) * rates.job;
  const round = rates.job < 1 ? Math.ceil : Math.floor;
  return {
    value,
    // Never -0, which is printed with its sign.
    low: Math.max(0, Math.min(value, Math.ceil(low - PRECISION * (low + lines)))),
    high: Math.max(value, round(high)),
  };
}

/**
 * Estimates how many bytes a job pushes, as {@link sampledLines}. Lines of different sizes vary like fewer lines of one size: like sum² / squares
 * lines of squares / sum bytes, which have the same sum and the same variance (1 − rate) / rate² · squares. The upper limit includes one more line, of the
 * largest size: the few large lines that dominate a sum may all have been lost (M. P. Fay, E. J. Feuer, Confidence intervals for directly
 * standardized rates, Statistics in Medicine 16 (1997)).
 *
 * A job with a rate above one half pushes most lines, and few large ones that it leaves out skew the sum to its lower side. The third central moment of the sum is at
 * most longest · squares · rate · (1 − rate) · (2 · rate − 1); for lines of one size, their size takes the place of the longest. The lower limit includes this
 * difference as the Cornish–Fisher expansion does. After two samplings, the interval is wide enough without it.
 */
export function sampledBytes({ sum, squares, longest }: LineSizes, rates: SampleRates): Estimated {
  const value = (sum / rates.source) * rates.job;
  if (rates.source === 1 && rates.job === 1) return exactly(value);
  const [withSum, withSquares] = [sum + longest, squares + longest ** 2];
  // No line can exist.
  if (withSum === 0) return { value, low: 0, high: 0 };
  const { low, high } = effectiveLines(sum === 0 ? 0 : sum ** 2 / squares, withSum ** 2 / withSquares, rates);
  const ofLow = sum === 0 ? 0 : squares / sum;
  const isSkewed = rates.source === 1 && rates.job > 0.5;
  const skew = isSkewed ? SKEW * (2 * rates.job - 1) * Math.max(0, longest - ofLow) : 0;
  const most = high * (withSquares / withSum) + (rates.job < 1 ? longest : 0);
  const limit = rates.source === 1 ? sum : Number.POSITIVE_INFINITY;
  return {
    value,
    low: Math.max(0, Math.min(value, low * ofLow * (1 - PRECISION) - skew)),
    high: Math.max(value, Math.min(most, limit)),
  };
}

/**
 * Returns the limits as real numbers.
 *
 * After two samplings, a line was found with one rate and is pushed with the other. Of the lines found and the lines pushed together, those found
 * have the share source / (source + job), exactly if lines come like a Poisson process, and with less variance otherwise: each job selects some of
 * the same lines.
 * @param lines in the source
 * @param withNext lines with one more, the next that a larger number would have
 */
function effectiveLines(lines: number, withNext: number, { source, job }: SampleRates): { low: number; high: number } {
  if (source === 1 && job === 1) return { low: lines, high: lines };
  if (source === 1) return { low: leastAfter(lines, job), high: mostAfter(withNext - 1, job) };
  if (job === 1) return { low: leastBefore(lines, source), high: mostBefore(withNext, source) };
  const share = source / (source + job);
  return { low: leastBefore(lines, share) - lines, high: mostBefore(withNext, share) - (withNext - 1) };
}

/** The number of trials with which as many successes, or more, have the probability of the tail. */
function leastBefore(lines: number, rate: number): number {
  if (lines * (1 - rate) > MANY) return trials(lines, rate, -Z_95) - 1;
  if (lines === 0) return 0;
  return root((all) => betaBelow(rate, lines, all - lines + 1) - MISS, lines, lines / rate);
}

/** The number of trials with which fewer successes have the probability of the tail. */
function mostBefore(lines: number, rate: number): number {
  if (lines * (1 - rate) > MANY) return trials(lines, rate, Z_95) + 1;
  const beyond = (all: number): number => betaBelow(rate, lines, all - lines + 1) - 1 + MISS;
  let most = (2 * lines) / rate;
  while (beyond(most) < 0) most *= 2;
  return root(beyond, Math.max(0, lines - 1), most);
}

/** The number of successes that are as many, or fewer, with the probability of the tail. */
function leastAfter(lines: number, rate: number): number {
  if (lines * rate * (1 - rate) > MANY) return successes(lines, rate, -Z_95) - 1;
  if ((1 - rate) ** lines >= MISS) return 0;
  return root((kept) => 1 - betaBelow(rate, kept + 1, lines - kept) - MISS, 0, lines);
}

/** The number of successes that are more with the probability of the tail. */
function mostAfter(lines: number, rate: number): number {
  if (lines * rate * (1 - rate) > MANY) return successes(lines, rate, Z_95) + 1;
  if (lines === 0) return 0;
  return root((kept) => MISS - betaBelow(rate, kept + 1, lines - kept), 0, lines);
}

/** Cornish–Fisher expansion of the negative binomial distribution, to its skewness. */
function trials(lines: number, rate: number, z: number): number {
  return (lines + z * Math.sqrt(lines * (1 - rate)) + (2 - rate) * SKEW) / rate;
}

/** The same of the binomial distribution. */
function successes(lines: number, rate: number, z: number): number {
  return lines * rate + z * Math.sqrt(lines * rate * (1 - rate)) + (1 - 2 * rate) * SKEW;
}

/** Where an ascending function crosses zero, by halving; `from` or `to` if it does not. */
function root(above: (x: number) => number, from: number, to: number): number {
  if (above(from) >= 0) return from;
  let [low, high] = [from, to];
  while (high - low > PRECISION * high) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (above(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
