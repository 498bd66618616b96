// Compares a threshold with what a filter keeps and its job pushes. A figure is a range if lines are undecided, if it is an estimate, or if the source
// lacks lines: the threshold must hold for all of it.
import { type Fraction, MS_PER_DAY, printInstant } from '../../base/index.ts';
import type { LineTotal } from '../../input/scan/index.ts';
import type { FilterTotals } from '../aggregates/index.ts';
import {
  beforeSampling,
  DAYS_PER_MONTH,
  type Estimated,
  exactly,
  type PushedLines,
  sampledBytes,
  type TimeSpan,
  unknownSizes,
} from '../cost/index.ts';
import type { SelectedLines } from '../query/index.ts';
import { binomialShare } from '../sample/index.ts';
import { describeReal, describeThreshold, type FoundFigure, isOfBytes } from './describe-guard.ts';
import type {
  ChangeFigure,
  Guard,
  GuardResult,
  GuardSpan,
  JudgedThreshold,
  Judgement,
  NeverGuard,
  ThresholdGuard,
} from './guard.ts';
import { decisiveOf, type FigureRange, failsFor, fractionOfEstimate, holdsFor, toNumber } from './threshold.ts';
import { unjudged } from './unanswered-guards.ts';

/** Maximum number of lines shown for a broken guard. */
export const LINES_OF_GUARD = 5;
/** All lines. Percent. */
const ALL: Fraction = { top: 100n, bottom: 1n };
const NONE: Fraction = { top: 0n, bottom: 1n };

/** Whether a guard is a rate, which needs the time that the lines cover. */
export function needsSpan(guard: Pick<NeverGuard, 'kind'> | Pick<ThresholdGuard, 'kind' | 'unit'>): boolean {
  return guard.kind === 'threshold' && (guard.unit === 'bytes/day' || guard.unit === 'bytes/month');
}

/** Whether a guard is on lines that only one of two filters keeps. */
export function isChange(guard: Guard): guard is ThresholdGuard & { figure: ChangeFigure } {
  return guard.kind === 'threshold' && guard.figure.startsWith('newly-');
}

function isOfPushed({ figure }: JudgedThreshold): boolean {
  return figure === 'pushed' || figure === 'pushed-bytes' || figure === 'not-pushed';
}

/** What a job pushes of the lines that its filter keeps, and would push of those that it leaves undecided. */
export interface PushedVerdicts {
  kept: PushedLines;
  undecided: PushedLines;
}

/** How the lines of a source differ from all lines, for one guard. */
export interface SourceLimits {
  /** `sample_rate` of the job that wrote the source. */
  sampleRate: number;
  /** Name of that job. */
  writtenBy: string;
  /** Why the source may lack lines that the guard counts. Undefined: it lacks none. */
  counted: string | undefined;
  /** The same for lines that the guard does not count: shares depend on them. */
  others: string | undefined;
  /** Whether no event can be among the lines that the guard counts. @default that is not proven */
  isEmpty?: boolean;
}

/** Input of {@link judgeThreshold} besides verdicts. */
export interface ThresholdInput {
  span: TimeSpan | undefined;
  undecidedOk: boolean;
  /** The lines of a figure of changes. */
  changed?: SelectedLines | undefined;
  pushed: PushedVerdicts;
  /** The same of the lines before the source was sampled. @default it was not */
  pushedBefore?: PushedVerdicts | undefined;
  /** Undefined: the source has every line. */
  source?: SourceLimits | undefined;
}

/** Compares a threshold with the figures of a filter. @throws TypeError for a rate without a span */
export function judgeThreshold(
  guard: JudgedThreshold,
  totals: FilterTotals,
  { span, undecidedOk, changed, pushed, pushedBefore, source }: ThresholdInput,
): Judgement {
  // A share is one of the lines of the source, which are sampled alike.
  const before = guard.unit === '%' || guard.figure === 'not-pushed' ? undefined : pushedBefore;
  const isBefore = before !== undefined && isOfPushed(guard);
  const found = isOfPushed(guard)
    ? pushedFigure(guard, before ?? pushed, totals, undecidedOk, before && source?.sampleRate)
    : verdictFigure(guard, totals, { changed, undecidedOk });
  const used = needsSpan(guard) ? printSpan(span!) : undefined;
  const range = found && rangeOf(guard, found, span);
  if (found === undefined || range === undefined) return unjudged(guard, NOT_MEASURED);
  const real =
    source === undefined || source.sampleRate === 1 || isBefore
      ? range
      : realRange(guard, found, source.sampleRate, span);
  const possible = source === undefined ? real : withLacking(guard, real, source);
  const figure = describeThreshold(guard, found, range, used);
  const text = isBefore
    ? `${figure}, before the sample_rate ${source!.sampleRate} of ${source!.writtenBy}`
    : real === range
      ? figure
      : `${figure}; ${describeReal(guard, real, source!)}`;
  const holds = holdsFor(guard, possible);
  // Undecided lines and estimates break a guard. Lines that the source lacks leave it without an answer.
  if (!holds && (isBefore || possible !== range) && !failsFor(guard, possible)) {
    const why = [source!.counted, guard.unit === '%' ? source!.others : undefined].find((one) => one !== undefined);
    return unjudged(guard, `found ${text}${why === undefined ? '' : `; ${why}`}, expected a source with every line`);
  }
  return {
    kind: guard.kind,
    guard: guard.text,
    holds,
    found: text,
    value: toNumber(decisiveOf(guard, real)),
    ...(used === undefined ? {} : { span: used }),
    ...(changed === undefined ? {} : linesOf(changed, undecidedOk)),
  };
}

const NOT_MEASURED =
  'found no size of the lines as the job writes them, expected one; sizes are not measured with --counts, of a pipe, of too few lines and of undecided lines: use files or a bucket without --counts, or a guard on kept-bytes';

/** The lines of a verdict or of a change, and those that may be among them. */
function verdictFigure(
  guard: JudgedThreshold,
  totals: FilterTotals,
  { changed, undecidedOk }: Pick<ThresholdInput, 'changed' | 'undecidedOk'>,
): FoundFigure {
  const [least, open] = changed === undefined ? verdictLines(guard, totals) : [changed.kept, changed.undecided];
  const most = open === undefined || undecidedOk ? least : add(least, open);
  const read = readOf(totals);
  const measure = isOfBytes(guard.figure) ? 'bytes' : 'lines';
  return {
    least: least[measure],
    most: most[measure],
    read: read[measure],
    leastLines: least.lines,
    mostLines: most.lines,
    readLines: read.lines,
    undecided: most.lines - least.lines,
  };
}

function verdictLines({ figure }: JudgedThreshold, totals: FilterTotals): [LineTotal, LineTotal?] {
  switch (figure) {
    case 'kept':
    case 'kept-bytes':
      return [totals.kept, totals.undecided];
    case 'dropped':
      return [totals.dropped, totals.undecided];
    case 'undecided':
      return [totals.undecided];
    default:
      throw new TypeError(`cannot judge a verdict: found the figure ${figure}`);
  }
}

/** @returns undefined if the bytes are not known */
function pushedFigure(
  { figure }: JudgedThreshold,
  { kept, undecided }: PushedVerdicts,
  totals: FilterTotals,
  undecidedOk: boolean,
  sampleRate = 1,
): FoundFigure | undefined {
  const measure = isOfBytes(figure) ? 'bytes' : 'lines';
  const isOpen = !undecidedOk && totals.undecided.lines > 0 && undecided.lines.high > 0;
  const [own, more] = [kept[measure], isOpen ? undecided[measure] : exactly(0)];
  if (own === null || more === null) return undefined;
  const read = readOf(totals);
  if (figure === 'not-pushed') {
    // Undecided lines may be pushed or not.
    const rest = (count: number): number => Math.max(0, totals.kept.lines + totals.dropped.lines - count);
    const [least, most] = [rest(own.high), rest(own.low) + (isOpen ? totals.undecided.lines : 0)];
    return {
      least,
      most,
      read: read.lines,
      estimate: { value: rest(own.value), low: least, high: most },
      leastLines: Math.floor(least),
      mostLines: Math.ceil(most),
      readLines: read.lines,
      undecided: isOpen ? totals.undecided.lines : 0,
    };
  }
  const readBefore = (count: number): number => Math.round(count / sampleRate);
  return {
    least: own.low,
    most: own.high + more.high,
    read: readBefore(read[measure]),
    estimate: own,
    leastLines: Math.floor(kept.lines.low),
    mostLines: Math.ceil(kept.lines.high + (isOpen ? undecided.lines.high : 0)),
    readLines: readBefore(read.lines),
    undecided: isOpen ? totals.undecided.lines : 0,
  };
}

function linesOf({ kept, undecided }: SelectedLines, undecidedOk: boolean): Pick<GuardResult, 'undecided' | 'lines'> {
  return {
    undecided: undecided.lines,
    lines: [...kept.samples, ...(undecidedOk ? [] : undecided.samples)].slice(0, LINES_OF_GUARD),
  };
}

function rangeOf(guard: JudgedThreshold, { least, most, read }: FoundFigure, span: TimeSpan | undefined): FigureRange {
  const of = (count: number): Fraction => inUnit(guard, count, read, span);
  return { low: of(least), high: of(most) };
}

/** The range of the figure before the job that wrote the source sampled its lines: 95 % of such ranges contain it. */
function realRange(
  guard: JudgedThreshold,
  { least, most, read, leastLines, mostLines, readLines }: FoundFigure,
  sampleRate: number,
  span: TimeSpan | undefined,
): FigureRange {
  const before = (count: number, lines: number): Estimated =>
    isOfBytes(guard.figure)
      ? sampledBytes(unknownSizes({ lines, bytes: count }), { source: sampleRate, job: 1 })
      : beforeSampling(lines, sampleRate);
  if (guard.unit === '%' && !isOfBytes(guard.figure) && !isOfPushed(guard)) {
    return {
      low: fractionOfEstimate(binomialShare(leastLines, readLines).low * 100),
      high: fractionOfEstimate(binomialShare(mostLines, readLines).high * 100),
    };
  }
  const all = before(read, readLines);
  const [low, high] = [before(least, leastLines).low, before(most, mostLines).high];
  if (guard.unit === '%') {
    return { low: inUnit(guard, low, all.high, span), high: inUnit(guard, Math.min(high, all.low), all.low, span) };
  }
  // The size of lines that were not sampled is not known if none was.
  const isUnlimited = isOfBytes(guard.figure) && mostLines === 0;
  return {
    low: inUnit(guard, low, all.value, span),
    high: isUnlimited ? undefined : inUnit(guard, high, all.value, span),
  };
}

/** Extends a range by the lines that the source may lack: their number is not known. */
function withLacking({ unit }: JudgedThreshold, range: FigureRange, { counted, others }: SourceLimits): FigureRange {
  if (counted === undefined && (unit !== '%' || others === undefined)) return range;
  if (unit !== '%') return { low: range.low, high: undefined };
  return { low: others === undefined ? range.low : NONE, high: counted === undefined ? range.high : ALL };
}

function inUnit({ unit }: JudgedThreshold, count: number, read: number, span: TimeSpan | undefined): Fraction {
  const { top, bottom } = fractionOfCount(count);
  switch (unit) {
    case 'lines':
    case 'bytes':
      return { top, bottom };
    case '%': {
      const all = read === 0 ? { top: 1n, bottom: 1n } : fractionOfCount(read);
      return { top: top * 100n * all.bottom, bottom: bottom * all.top };
    }
    case 'bytes/day':
    case 'bytes/month': {
      if (span === undefined) throw new TypeError('cannot judge a rate: found no span');
      const days = unit === 'bytes/day' ? 1 : DAYS_PER_MONTH;
      return { top: top * BigInt(days * MS_PER_DAY), bottom: bottom * BigInt(span.ms) };
    }
    case 'money/month':
      throw new TypeError('cannot judge a threshold of lines: found money');
    default:
      throw new TypeError(`cannot judge a threshold: found the unit ${unit satisfies never}`);
  }
}

/** Counts are exact, estimates are rounded. */
function fractionOfCount(count: number): Fraction {
  return Number.isSafeInteger(count) ? { top: BigInt(count), bottom: 1n } : fractionOfEstimate(count);
}

function readOf({ kept, dropped, undecided }: FilterTotals): LineTotal {
  return add(kept, add(dropped, undecided));
}

function add(a: LineTotal, b: LineTotal): LineTotal {
  return { lines: a.lines + b.lines, bytes: a.bytes + b.bytes };
}

function printSpan({ since, until, ms }: TimeSpan): GuardSpan {
  return { since: printInstant(since), until: printInstant(until), seconds: ms / 1000 };
}
