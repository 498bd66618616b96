// Describes the figure that a guard was compared with, in words. Compares nothing.
import { type Fraction, printBytes, printCount, printHours, printPlural } from '../base/index.ts';
import type { LineTotal } from '../scan/index.ts';
import type { GuardFigure, GuardSpan, NeverGuard, ThresholdGuard } from './guard.ts';
import { printFraction } from './print-compared.ts';
import { compareFraction, type FigureRange, toNumber } from './threshold.ts';

/** The lines that a figure counts, and how many more it may count. */
export interface FoundLines {
  least: LineTotal;
  most: LineTotal;
  /** All lines that were read. */
  read: LineTotal;
}

/** Maximum number of decimals of a percentage, unless the comparison needs more. */
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
  const print = ({ lines, bytes }: LineTotal): string =>
    isBytes ? printSize({ top: BigInt(bytes), bottom: 1n }, guard) : printCount(lines);
  const counted = printRange(print(least), print(most));
  const because =
    most.lines === least.lines
      ? ''
      : `, because ${printPlural(most.lines - least.lines, 'line is', 'lines are')} undecided`;
  if (span !== undefined) {
    const rate = printRange(printSize(range.low, guard), printSize(range.high, guard));
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
      ? `${verb}s ${read === 1 ? '0' : 'none'} of ${printPlural(read, 'line')}`
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
function printSize(bytes: Fraction, { unit, value }: ThresholdGuard): string {
  const rounded = printBytes(toNumber(bytes));
  if (unit === '%' || compareFraction(bytes, value) === 0 || rounded !== printBytes(value)) return rounded;
  const [whole = '', part] = printFraction(bytes, value, 0).split('.');
  return `${printCount(Number(whole))}${part === undefined ? '' : `.${part}`} B`;
}

/** A percentage; never `0.0` or `100.0` unless it is exactly that, and never the rounded threshold unless it is equal to it. */
function printPercent(share: Fraction, { unit, value }: ThresholdGuard): string {
  const differs = unit === '%' && compareFraction(share, value) !== 0;
  return printFraction(share, unit === '%' ? value : 0, 1, (printed, decimals) => {
    if (decimals >= MAX_DECIMALS) return false;
    if (differs && printed === value.toFixed(decimals)) return true;
    return Number(printed) === 100 && compareFraction(share, 100) < 0;
  });
}

/** `2 days (2026-11-01T00:00:00Z to 2026-11-03T00:00:00Z)` */
function printSpan({ since, until, seconds }: GuardSpan): string {
  const hasGaps = Date.parse(until) - Date.parse(since) > seconds * 1000;
  return `${printHours(seconds / SECONDS_PER_HOUR)} (${since} to ${until}${hasGaps ? ', gaps not counted' : ''})`;
}
