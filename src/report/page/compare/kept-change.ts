// How many lines a new filter keeps more or fewer than the old one: a range if lines are undecided, because each of them may be kept.
import type { CompareReport, Comparison } from '../../../analysis/compare/index.ts';
import { printCount, printPlural, printRange, printShare, signed } from '../../../base/index.ts';

/** Growth is printed as a factor from this many times on. */
const FACTOR_FROM = 10;

/** A range of differences. Lines. */
interface Change {
  low: number;
  high: number;
}

/** Returns the lines that the new filter keeps more: negative if it keeps fewer. */
export function keptChange(comparison: Comparison, { jobs }: Pick<CompareReport, 'jobs'>): Change {
  const { to, onlyBefore, onlyAfter, undecided, switched } = comparison;
  const decided = onlyAfter.lines - onlyBefore.lines;
  const [before, after] = [jobs[0], jobs.find(({ name }, index) => index > 0 && name === to)];
  if (undecided.lines === 0 || before === undefined || after === undefined) return { low: decided, high: decided };
  const [old, now] = [
    // A filter may replace a disabled job.
    keptLines(before, switched === 'on' || (switched === null && before.push?.enabled === false)),
    keptLines(after, switched === 'off'),
  ];
  const difference = now.kept - old.kept;
  return { low: difference - old.undecided, high: difference + now.undecided };
}

/** @param isOff whether the job is switched: while it is disabled, it is compared as one that keeps no line */
function keptLines(
  { kept, undecided }: CompareReport['jobs'][number],
  isOff: boolean,
): { kept: number; undecided: number } {
  return isOff ? { kept: 0, undecided: 0 } : { kept: kept.lines, undecided: undecided.lines };
}

/** Prints a range of differences: `keeps 12 lines fewer`, `keeps between 1,225 lines fewer and 1,157 more`. */
export function printChange({ low, high }: Change): string {
  if (low === 0 && high === 0) return 'keeps as many lines, but others';
  if (low < 0 && high > 0) return `keeps between ${printPlural(-low, 'line')} fewer and ${printCount(high)} more`;
  const [least, most] = [Math.min(Math.abs(low), Math.abs(high)), Math.max(Math.abs(low), Math.abs(high))];
  const amount = least === most ? '' : least === 0 ? 'up to ' : `${printCount(least)} to `;
  return `keeps ${amount}${printPlural(most, 'line')} ${low < 0 ? 'fewer' : 'more'}`;
}

/** Prints the range as shares of the lines that the old filter keeps; empty if it keeps none, or if nothing changes. */
export function printGrowth({ low, high }: Change, { jobs }: Pick<CompareReport, 'jobs'>): string {
  const before = jobs[0]?.kept.lines ?? 0;
  if (before === 0 || (low === 0 && high === 0)) return '';
  // An undecided line of the old filter is not among those that it keeps: no filter keeps fewer than none of them.
  const ends = [low, high].map((lines) => Math.max(lines, -before));
  if (ends.every((lines) => lines < FACTOR_FROM * before)) {
    const [least, most] = ends.map(signed((lines) => printShare(lines, before)));
    return printRange(least!, most!);
  }
  const [least, most] = ends.map((lines) => printFactor((before + lines) / before));
  return `${printRange(least!, most!)} times as many`;
}

/** A factor, where percent have too many digits: `108`; a small one with a decimal. */
function printFactor(factor: number): string {
  return factor < FACTOR_FROM && !Number.isInteger(factor) ? factor.toFixed(1) : printCount(factor);
}
