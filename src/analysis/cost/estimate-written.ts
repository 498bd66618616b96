// Estimates what a filter writes and stores of a whole source from runs that were compressed. Pure; reads no files.
import type { LineTotal } from '../../input/scan/index.ts';
import { tQuantile } from '../sample/index.ts';
import type { Estimated, WrittenSize } from './cost-report.ts';
import { exactly } from './estimated.ts';

/** What a filter keeps and writes of one run of lines: an object, or a part of a large one. */
export interface WrittenRun {
  /** Kept lines, before `sample_rate`; at least 1. */
  keptLines: number;
  /** Bytes of these lines as read. */
  keptBytes: number;
  /** Lines written, after `sample_rate`. */
  lines: number;
  /** Bytes of all kept lines as they are written: those that `sample_rate` leaves out included. Before compression. */
  bytes: number;
  /** The sum of the squares of the sizes of the same lines, and the longest of them. */
  squares: number;
  longest: number;
  /** Bytes of gzip, after `sample_rate`. */
  stored: number;
  /** Whether `stored` is approximate: the run was compressed alone, and is a part of a larger object. */
  isApproximate: boolean;
}

/** Minimum number of drawn lines of an estimate. With 8, intervals contained the size of a skewed source in 92 % of cases. */
export const MIN_DRAWS = 16;
/** Probability with which an interval may miss. */
const MISS = 0.05;
/** Bounds of the size of runs unlike all drawn ones, in relation to the smallest and largest ratio of those. Chosen by headgate. */
const UNSEEN_LOW = 0.75;
const UNSEEN_HIGH = 2;
/** Relative error of the size of an approximate run. `npm run bench -- stored-size` measures that they suffice. */
const APPROXIMATE = { low: 0.12, high: 0.06 };

/**
 * Estimates what a filter writes of a source.
 *
 * The runs are those of lines that were drawn from the kept lines at random, each with the same probability. So a run is drawn in
 * proportion to its kept lines, and the mean over the draws of a run's size per kept line is an unbiased estimate of the size per kept line of the source,
 * however unequal the objects are and however few of them contain a kept line (Hansen and Hurwitz; W. G. Cochran, Sampling
 * Techniques, 3rd ed., 9A.3). The size is related to the exact number of kept bytes: a ratio of means, with its linearized variance
 * (Cochran 6.3) and a quantile of Student's t.
 *
 * The variance does not include lines that are unlike all drawn ones. The share of them that n draws miss with 5 % probability is
 * 1 − 0.05^(1/n). The interval assumes that their ratio is between {@link UNSEEN_LOW} times the smallest and {@link UNSEEN_HIGH} times the largest
 * of the drawn ones. Nor does it show lines that are much longer than all drawn ones: the interval covers any size of them.
 * @param kept exact totals of the lines that the filter keeps in the source
 * @param draws one run for each drawn line; a run that was drawn twice is in the list twice
 * @returns null if there are too few draws
 */
export function estimateWritten(kept: LineTotal, draws: readonly WrittenRun[]): Omit<WrittenSize, 'sampleRate'> | null {
  if (kept.lines === 0) return { lines: exactly(0), bytes: exactly(0), squares: 0, longest: 0, stored: exactly(0) };
  if (draws.length < Math.max(2, Math.min(MIN_DRAWS, kept.lines))) return null;
  const isApproximate = draws.some((draw) => draw.isApproximate);
  const lines = ratioEstimate(kept, draws, 'lines', (run) => run.lines);
  return {
    // A transformer may deliver several records of a line.
    lines: { ...lines, high: Math.max(lines.value, Math.min(lines.high, kept.lines)) },
    bytes: ratioEstimate(kept, draws, 'bytes', (run) => run.bytes),
    squares: ratioEstimate(kept, draws, 'bytes', (run) => run.squares).high,
    longest: Math.max(...draws.map(({ longest }) => longest)),
    stored: widened(
      ratioEstimate(kept, draws, 'bytes', (run) => run.stored),
      isApproximate,
    ),
  };
}

/** Estimates the total of a figure of runs, in relation to the kept lines or their bytes, whose totals are exact. */
function ratioEstimate(
  kept: LineTotal,
  draws: readonly WrittenRun[],
  base: keyof LineTotal,
  figureOf: (run: WrittenRun) => number,
): Estimated {
  const count = draws.length;
  const ys = draws.map((run) => figureOf(run) / run.keptLines);
  const xs = draws.map((run) => (base === 'lines' ? 1 : run.keptBytes / run.keptLines));
  const ratios = ys.map((y, index) => y / xs[index]!);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  // Each line is written, unchanged.
  if (least === 1 && most === 1) return exactly(kept[base]);
  const [meanY, meanX] = [meanOf(ys), meanOf(xs)];
  const ratio = meanY / meanX;
  const squares = ys.reduce((sum, y, index) => sum + (y - ratio * xs[index]!) ** 2, 0);
  const unread = 1 - Math.min(1, count / kept.lines);
  const error = (Math.sqrt((squares / (count - 1) / count) * unread) / meanX) * tQuantile(MISS, count - 1);
  const unseen = (1 - MISS ** (1 / count)) * unread;
  const low = (1 - unseen) * Math.max(0, ratio - error) + unseen * least * UNSEEN_LOW;
  const high = (1 - unseen) * (ratio + error) + unseen * most * UNSEEN_HIGH;
  const missing = base === 'lines' ? 0 : missingBytes(kept, xs);
  return {
    value: ratio * kept[base],
    low: Math.min(low, ratio) * (1 - missing) * kept[base],
    high: (Math.max(high, ratio) * (1 - missing) + missing * Math.max(1, most)) * kept[base],
  };
}

/**
 * Returns the share of the kept bytes that the drawn lines do not represent: few lines that are much longer, of which none was drawn. The mean size of a kept line is known, so
 * a smaller mean of the draws, by more than its error, shows that there are some.
 */
function missingBytes(kept: LineTotal, sizes: readonly number[]): number {
  const mean = meanOf(sizes);
  const variance = sizes.reduce((sum, size) => sum + (size - mean) ** 2, 0) / (sizes.length - 1);
  const error = Math.sqrt(variance / sizes.length) * tQuantile(MISS, sizes.length - 1);
  return Math.max(0, 1 - (mean + error) / (kept.bytes / kept.lines));
}

function widened({ value, low, high }: Estimated, isApproximate: boolean): Estimated {
  if (!isApproximate) return { value, low, high };
  return { value, low: low * (1 - APPROXIMATE.low), high: high * (1 + APPROXIMATE.high) };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
