// Compares a threshold with the verdicts of a filter. A figure is a range if lines are undecided: the threshold must hold for all of it.
import { type Fraction, MS_PER_DAY, printInstant } from '../base/index.ts';
import { DAYS_PER_MONTH } from '../cost/index.ts';
import type { ExtraCount, FilterTotals } from '../replay/index.ts';
import type { LineTotal } from '../scan/index.ts';
import { describeThreshold, type FoundLines, isOfBytes } from './describe-guard.ts';
import type { ChangeFigure, Guard, GuardResult, GuardSpan, ThresholdGuard } from './guard.ts';
import type { TimeSpan } from './guard-set.ts';
import { decisiveOf, holdsFor, toNumber } from './threshold.ts';

/** Maximum number of lines shown for a broken guard. */
export const LINES_OF_GUARD = 5;

/** Whether a guard is a rate, which needs the time that the lines cover. */
export function needsSpan(guard: Guard): boolean {
  return guard.kind === 'threshold' && (guard.unit === 'bytes/day' || guard.unit === 'bytes/month');
}

/** Whether a guard is on lines that only one of two filters keeps. */
export function isChange(guard: Guard): guard is ThresholdGuard & { figure: ChangeFigure } {
  return guard.kind === 'threshold' && guard.figure.startsWith('newly-');
}

/** Input of {@link judgeThreshold} besides verdicts. */
export interface ThresholdInput {
  span: TimeSpan | undefined;
  undecidedOk: boolean;
  /** The lines of a figure of changes. */
  changed?: ExtraCount | undefined;
}

/** Compares a threshold with the figures of a filter. @throws TypeError for a rate without a span */
export function judgeThreshold(
  guard: ThresholdGuard,
  totals: FilterTotals,
  { span, undecidedOk, changed }: ThresholdInput,
): Omit<GuardResult, 'job'> {
  const { least, open } =
    changed === undefined ? verdictLines(guard, totals) : { least: changed.kept, open: changed.undecided };
  const lines: FoundLines = {
    least,
    most: open === undefined || undecidedOk ? least : add(least, open),
    read: add(totals.kept, add(totals.dropped, totals.undecided)),
  };
  const range = { low: figureOf(guard, lines.least, lines, span), high: figureOf(guard, lines.most, lines, span) };
  const used = needsSpan(guard) ? printSpan(span!) : undefined;
  return {
    ...{ kind: guard.kind, guard: guard.text },
    holds: holdsFor(guard, range),
    found: describeThreshold(guard, lines, range, used),
    value: toNumber(decisiveOf(guard, range)),
    ...(used === undefined ? {} : { span: used }),
    ...(changed === undefined ? {} : linesOf(changed, undecidedOk)),
  };
}

/** The lines of a verdict, and those that may have it. */
function verdictLines({ figure }: ThresholdGuard, totals: FilterTotals): { least: LineTotal; open?: LineTotal } {
  switch (figure) {
    case 'kept':
    case 'kept-bytes':
      return { least: totals.kept, open: totals.undecided };
    case 'dropped':
      return { least: totals.dropped, open: totals.undecided };
    case 'undecided':
      return { least: totals.undecided };
    default:
      throw new TypeError(`cannot judge a verdict: found the figure ${figure}`);
  }
}

function linesOf({ kept, undecided }: ExtraCount, undecidedOk: boolean): Pick<GuardResult, 'undecided' | 'lines'> {
  return {
    undecided: undecided.lines,
    lines: [...kept.samples, ...(undecidedOk ? [] : undecided.samples)].slice(0, LINES_OF_GUARD),
  };
}

function figureOf(
  { figure, unit }: ThresholdGuard,
  counted: LineTotal,
  { read }: FoundLines,
  span: TimeSpan | undefined,
): Fraction {
  const measure = isOfBytes(figure) ? 'bytes' : 'lines';
  const count = BigInt(counted[measure]);
  switch (unit) {
    case 'lines':
    case 'bytes':
      return { top: count, bottom: 1n };
    case '%':
      return { top: count * 100n, bottom: BigInt(Math.max(1, read[measure])) };
    case 'bytes/day':
    case 'bytes/month': {
      if (span === undefined) throw new TypeError('cannot judge a rate: found no span');
      const days = unit === 'bytes/day' ? 1 : DAYS_PER_MONTH;
      return { top: count * BigInt(days * MS_PER_DAY), bottom: BigInt(span.ms) };
    }
    case 'money/month':
      throw new TypeError('cannot judge a threshold of lines: found money');
    default:
      throw new TypeError(`cannot judge a threshold: found the unit ${unit satisfies never}`);
  }
}

function add(a: LineTotal, b: LineTotal): LineTotal {
  return { lines: a.lines + b.lines, bytes: a.bytes + b.bytes };
}

function printSpan({ since, until, ms }: TimeSpan): GuardSpan {
  return { since: printInstant(since), until: printInstant(until), seconds: ms / 1000 };
}
