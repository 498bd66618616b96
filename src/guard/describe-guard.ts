// Describes the figure that a guard was compared with, in words. Compares nothing.
import { HOURS_PER_DAY, printAmount, printBytes, printCount, printPlural } from '../base/index.ts';
import type { LineTotal } from '../scan/index.ts';
import type { GuardFigure, GuardSpan, NeverGuard, ThresholdGuard } from './guard.ts';
import { type FigureRange, type Fraction, toNumber } from './threshold.ts';

/** The lines that a figure counts, and how many more it may count. */
export interface FoundLines {
  least: LineTotal;
  most: LineTotal;
  /** All lines that were read. */
  read: LineTotal;
}

/** Maximum number of decimals of a percentage. */
const MAX_DECIMALS = 6;
const SECONDS_PER_HOUR = 3600;

/** `kept 364 of 21,957 lines (1.7 %)`, `kept 1.20 GB in 2 days: 600 MB/day` */
export function describeThreshold(
  guard: ThresholdGuard,
  { least, most, read }: FoundLines,
  range: FigureRange,
  span: GuardSpan | undefined,
): string {
  const isBytes = isOfBytes(guard.figure);
  const word = guard.figure.replace(/-bytes$/, '').replace('-', ' ');
  const print = ({ lines, bytes }: LineTotal): string => (isBytes ? printSize(bytes, guard) : printCount(lines));
  const counted = printRange(print(least), print(most));
  const because =
    most.lines === least.lines
      ? ''
      : `, because ${printPlural(most.lines - least.lines, 'line is', 'lines are')} undecided`;
  if (span !== undefined) {
    const rate = printRange(printSize(toNumber(range.low), guard), printSize(toNumber(range.high), guard));
    const period = guard.unit === 'bytes/day' ? 'day' : 'month';
    return `${word} ${counted} in ${printSpan(span)}: ${rate}/${period}${because}`;
  }
  const all = isBytes ? `of ${printBytes(read.bytes)}` : `of ${printPlural(read.lines, 'line')}`;
  const measure = isBytes ? 'bytes' : 'lines';
  const share = ({ [measure]: part }: LineTotal): string =>
    printPercent({ top: BigInt(part) * 100n, bottom: BigInt(Math.max(1, read[measure])) }, guard);
  return `${word} ${counted} ${all} (${printRange(share(least), share(most))} %)${because}`;
}

/** Whether a figure counts bytes. */
export function isOfBytes(figure: GuardFigure): boolean {
  return figure.endsWith('-bytes');
}

/** `drops 12 lines (3.4 kB), may drop 3 undecided lines` */
export function describeNever(
  { kind }: NeverGuard,
  read: number,
  { breaking, undecided, undecidedOk }: { breaking: LineTotal; undecided: number; undecidedOk: boolean },
): string {
  const verb = kind === 'never-drop' ? 'drop' : 'keep';
  const lines =
    breaking.lines === 0
      ? `${verb}s none of ${printPlural(read, 'line')}`
      : `${verb}s ${printPlural(breaking.lines, 'line')} (${printBytes(breaking.bytes)})`;
  if (undecided === 0) return lines;
  const ignored = undecidedOk ? ' (allowed)' : '';
  return `${lines}, may ${verb} ${printPlural(undecided, 'undecided line')}${ignored}`;
}

/** `a to b`, or `a` alone. */
function printRange(least: string, most: string): string {
  return least === most ? least : `${least} to ${most}`;
}

/** A size, in single bytes if its rounded form is that of the threshold: never `1.00 MB` for 1,000,400 B of `kept-bytes <= 1 MB`. */
function printSize(bytes: number, { unit, value }: ThresholdGuard): string {
  const rounded = printBytes(bytes);
  return unit !== '%' && bytes !== value && rounded === printBytes(value) ? `${printCount(bytes)} B` : rounded;
}

/** A percentage with as many decimals as distinguish it from the threshold: never `5.0` for 4.99 of `kept >= 5%`. */
function printPercent(share: Fraction, { unit, value }: ThresholdGuard): string {
  const percent = toNumber(share);
  let decimals = 1;
  while (decimals < MAX_DECIMALS && isMisleading(percent, decimals, unit === '%' ? value : percent)) decimals += 1;
  return percent.toFixed(decimals);
}

function isMisleading(percent: number, decimals: number, threshold: number): boolean {
  const printed = Number(percent.toFixed(decimals));
  if (percent !== threshold && printed === Number(threshold.toFixed(decimals))) return true;
  return (percent > 0 && printed === 0) || (percent < 100 && printed === 100);
}

/** `2 days (2026-11-01T00:00:00Z to 2026-11-03T00:00:00Z)` */
function printSpan({ since, until, seconds }: GuardSpan): string {
  const hasGaps = Date.parse(until) - Date.parse(since) > seconds * 1000;
  return `${printSeconds(seconds)} (${since} to ${until}${hasGaps ? ', gaps not counted' : ''})`;
}

/** `2 days`, `2.5 days`, `3 hours`, `90 seconds` */
function printSeconds(seconds: number): string {
  const hours = seconds / SECONDS_PER_HOUR;
  if (hours >= HOURS_PER_DAY) return printAmount(hours / HOURS_PER_DAY, 'day');
  return hours >= 1 ? printAmount(hours, 'hour') : printAmount(seconds, 'second');
}
