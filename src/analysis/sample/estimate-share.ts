// Estimates the share of lines (or bytes) that a filter keeps, drops or leaves undecided from some of the objects. The interval is valid
// even if the lines of an object resemble each other, and if the relevant lines are in few objects. Pure; reads no files.
import { betaQuantile, tQuantile } from './beta.ts';

/** Counts of one object that was read: lines, or bytes. */
export interface Cluster {
  all: number;
  /** Of the verdict whose share is estimated. */
  part: number;
  /** Probability with which the object was drawn, above 0. An object with 1 is always read and represents only itself. */
  chance: number;
}

/** A share with its interval; all from 0 to 1. */
export interface ShareEstimate {
  /** 0 if nothing was read. */
  share: number;
  low: number;
  high: number;
}

/** The conditions of an estimate. */
export interface EstimateOptions {
  /** Whether all objects were read. */
  isAllRead: boolean;
  /** The share of all lines that may be unlike everything that was read, from 0 to 1. */
  unseen: number;
  /** Probability with which the interval may miss the share: 0.05 for 95 %. */
  miss: number;
  /** Lines read: no estimate is better than that of as many lines drawn one by one. */
  lines: number;
}

/** Probability with which a 95 % interval may miss. */
const MISS = 0.05;
/** Nothing is known. */
const ANYTHING = { low: 0, high: 1 };

/**
 * Estimates a share, in three steps.
 *
 * 1. The share is a ratio of two sums, in which each object has the weight 1/chance (Horvitz–Thompson). Its variance is the
 *    linearized variance of the ratio, with the finite population correction 1 − chance for each object: objects that are
 *    always read add none. W. G. Cochran, Sampling Techniques, 3rd ed., 6.3 and 9A; E. Ohlsson, Sequential Poisson sampling,
 *    J. Official Statistics 14 (1998).
 * 2. The interval is that of Korn and Graubard: the exact binomial interval for the number of independent lines that would have
 *    this variance, reduced for its m − 1 degrees of freedom. It stays within 0 and 1 and is valid for small shares. E. L. Korn,
 *    B. I. Graubard, Confidence intervals for proportions with small expected number of positive counts estimated from survey
 *    data, Survey Methodology 24 (1998); `svyciprop(method = "beta")` of R's survey package.
 * 3. Objects unlike all that were read (an incident of ten minutes) do not show in the variance, so every method based on it
 *    misses them (C. Franco et al., J. Surv. Stat. Methodol. 7 (2019), on designs with clusters). The interval is therefore
 *    widened by the share that may have gone unseen (`ObjectDraw.unseen`) or could not be read, as if all or none of it had the
 *    verdict. This keeps the interval from collapsing when all lines or no lines have the verdict.
 *
 * Remaining error: the method assumes that a stored byte contains about as many lines in every object. If the lines that differ
 * from the rest also compress several times as well, the interval misses the share more often than its level states.
 */
export function estimateShare(clusters: readonly Cluster[], options: EstimateOptions): ShareEstimate {
  const all = clusters.reduce((sum, cluster) => sum + cluster.all / cluster.chance, 0);
  const part = clusters.reduce((sum, cluster) => sum + cluster.part / cluster.chance, 0);
  const share = all === 0 ? 0 : part / all;
  const { low, high } = likeThoseRead(clusters, share, all, options);
  const { unseen } = options;
  return { share, low: low * (1 - unseen), high: unseen + high * (1 - unseen) };
}

/** Steps 1 and 2. @param all estimated total number of lines */
function likeThoseRead(
  clusters: readonly Cluster[],
  share: number,
  all: number,
  { isAllRead, miss, lines }: EstimateOptions,
): { low: number; high: number } {
  if (isAllRead) return { low: share, high: share };
  // Objects that are always read carry no information about the others.
  const byChance = clusters.filter(({ chance }) => chance < 1);
  const drawn = byChance.length;
  const unread = 1 - clusters.reduce((sum, cluster) => sum + cluster.all, 0) / all;
  if (drawn < 2 || !(unread > 0)) return ANYTHING;
  const squares = byChance.reduce(
    (sum, { all: lineCount, part, chance }) => sum + (1 - chance) * ((part - share * lineCount) / chance) ** 2,
    0,
  );
  const variance = (drawn * squares) / (drawn - 1) / all ** 2;
  // The lines read count for more if they are a large part of all lines.
  const most = lines / unread;
  const independent = variance === 0 ? most : Math.min(most, (share * (1 - share)) / variance);
  const worth = independent * (tQuantile(miss, Math.max(1, lines - 1)) / tQuantile(miss, drawn - 1)) ** 2;
  const [yes, no] = [share * worth, (1 - share) * worth];
  return {
    // The quantiles of 10¹⁵ lines are off by 10⁻⁹: the interval must contain the share nevertheless.
    low: yes === 0 ? 0 : Math.min(share, betaQuantile(miss / 2, yes, no + 1)),
    high: no === 0 ? 1 : Math.max(share, betaQuantile(1 - miss / 2, yes + 1, no)),
  };
}

/** The exact 95 % interval of a share of which a sample of lines has a part: C. J. Clopper, E. S. Pearson, Biometrika 26 (1934). */
export function binomialShare(part: number, all: number): ShareEstimate {
  if (all === 0) return { share: 0, low: 0, high: 1 };
  const share = part / all;
  return {
    share,
    low: part === 0 ? 0 : Math.min(share, betaQuantile(MISS / 2, part, all - part + 1)),
    high: part === all ? 1 : Math.max(share, betaQuantile(1 - MISS / 2, part + 1, all - part)),
  };
}
