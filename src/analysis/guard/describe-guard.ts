// Describes the figure that a guard was compared with, in words. Compares nothing.
import {
  enumerate,
  type Fraction,
  fractionOf,
  printBytes,
  printCount,
  printHours,
  printPlural,
  printRange,
} from '../../base/index.ts';
import type { LineTotal } from '../../input/scan/index.ts';
import { testedFields } from '../../language/filter/index.ts';
import { PROMISE_PREFIX } from '../../language/promises/index.ts';
import type { Estimated } from '../cost/index.ts';
import type { GuardSpan, JudgedThreshold, NeverGuard, ThresholdGuard } from './guard.ts';
import { printFraction } from './print-compared.ts';
import { compareFraction, type FigureRange, toNumber } from './threshold.ts';

/** What a figure counts, in lines or bytes, and what it may count if undecided lines were decided. */
export interface FoundFigure {
  least: number;
  most: number;
  /** All lines that were read. */
  read: number;
  leastLines: number;
  mostLines: number;
  readLines: number;
  /** Undecided lines that may count. */
  undecided: number;
  /** Absent: the figure was counted. */
  estimate?: Estimated;
}

/** Maximum number of decimals of a percentage, unless the comparison needs more. */
const MAX_DECIMALS = 6;
const SECONDS_PER_HOUR = 3600;

/** `kept 364 of 21,957 lines (1.7 %)`, `kept 1.20 GB in 2 days: 600 MB/day` */
export function describeThreshold(
  guard: JudgedThreshold,
  { least, most, read, undecided, estimate }: FoundFigure,
  range: FigureRange,
  span: GuardSpan | undefined,
): string {
  const isBytes = isOfBytes(guard.figure);
  const word = guard.figure.replace(/-bytes$/, '').replace('-', ' ');
  const print = (count: number): string =>
    isBytes ? printSize(fractionOf(Math.round(count)), guard) : printCount(Math.round(count));
  const counted = printEstimate(printRange(print(least), print(most)), estimate && print(estimate.value));
  const because = undecided === 0 ? '' : `, because ${printPlural(undecided, 'line is', 'lines are')} undecided`;
  if (span !== undefined) {
    const rate = printRange(printSize(range.low, guard), printSize(range.high!, guard));
    return `${word} ${counted} in ${printSpan(span)}: ${rate}/${periodOf(guard)}${because}`;
  }
  const all = isBytes ? `of ${printBytes(read)}` : `of ${printPlural(read, 'line')}`;
  const share = (part: number): string =>
    printPercent(
      { top: fractionOf(part).top * 100n, bottom: fractionOf(part).bottom * BigInt(Math.max(1, read)) },
      guard,
    );
  return `${word} ${counted} ${all} (${printRange(share(least), share(most))} %)${because}`;
}

/** `before the sample_rate 0.01 of prod: 4,578 to 7,724 lines (95 % interval)` */
export function describeReal(
  guard: JudgedThreshold,
  { low, high }: FigureRange,
  { sampleRate, writtenBy }: { sampleRate: number; writtenBy: string },
): string {
  const period = guard.unit === 'bytes/day' || guard.unit === 'bytes/month' ? `/${periodOf(guard)}` : '';
  const unit = guard.unit === '%' ? ' %' : guard.unit === 'lines' ? ' lines' : period;
  const print = (end: Fraction): string =>
    guard.unit === '%'
      ? printPercent(end, guard)
      : guard.unit === 'lines'
        ? printCount(Math.round(toNumber(end)))
        : printSize(end, guard);
  const range = high === undefined ? `at least ${print(low)}` : printRange(print(low), print(high));
  return `before the sample_rate ${sampleRate} of ${writtenBy}: ${range}${unit} (95 % interval)`;
}

function periodOf({ unit }: Pick<ThresholdGuard, 'unit'>): string {
  return unit === 'bytes/day' ? 'day' : 'month';
}

function printEstimate(range: string, value: string | undefined): string {
  return value === undefined || range === value ? range : `${value} (95 % interval: ${range})`;
}

/** Whether a figure counts bytes. */
export function isOfBytes(figure: JudgedThreshold['figure']): boolean {
  return figure.endsWith('-bytes');
}

/** `drops 12 lines (3.4 kB), may drop 3 undecided lines`. @param isOwn whether the filter decides every line, so that the guard alone is undecided */
export function describeNever(
  { kind, text, filter }: NeverGuard,
  read: number,
  {
    breaking,
    undecided,
    undecidedOk,
    isOwn,
  }: { breaking: LineTotal; undecided: number; undecidedOk: boolean; isOwn: boolean },
): string {
  const verb = kind === 'never-drop' ? 'drop' : 'keep';
  const lines =
    breaking.lines === 0
      ? `${verb}s ${read === 1 ? '0' : 'none'} of ${printPlural(read, 'line')}`
      : `${verb}s ${printPlural(breaking.lines, 'line')} (${printBytes(breaking.bytes)})`;
  if (undecided === 0) return lines;
  const ignored = undecidedOk ? ' (allowed)' : '';
  // A reader of a promise does not see its fields.
  const needs = text.startsWith(PROMISE_PREFIX) ? ` (it needs ${enumerate(testedFields(filter), 'and')})` : '';
  const open = isOwn
    ? `${printPlural(undecided, 'line')} for which the guard itself is undecided${needs}`
    : printPlural(undecided, 'undecided line');
  return `${lines}, may ${verb} ${open}${ignored}`;
}

/** A size, in single bytes if its rounded form is that of the threshold: never `1.00 MB` for 1,000,400 B of `kept-bytes <= 1 MB`. */
function printSize(bytes: Fraction, { unit, value }: Pick<ThresholdGuard, 'unit' | 'value'>): string {
  const rounded = printBytes(toNumber(bytes));
  if (unit === '%' || compareFraction(bytes, value) === 0 || rounded !== printBytes(value)) return rounded;
  const [whole = '', part] = printFraction(bytes, value, 0).split('.');
  return `${printCount(Number(whole))}${part === undefined ? '' : `.${part}`} B`;
}

/** A percentage; never `0.0` or `100.0` unless it is exactly that, and never the rounded threshold unless it is equal to it. */
function printPercent(share: Fraction, { unit, value }: Pick<ThresholdGuard, 'unit' | 'value'>): string {
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
