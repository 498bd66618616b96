// Computes the time that lines cover, from the hours that have lines and the times of batches: rates divide by it. Pure.
import { type Instant, MS_PER_HOUR, NS_PER_MS, printInstant, type TimeRange } from '../../base/index.ts';
import type { HourCount } from '../aggregates/index.ts';
import type { CoveredHours, MissingTime } from './cost-report.ts';

/** The times of batches, by the names of their objects. */
export interface BatchTimes {
  /** Of the batches that were read completely; disjoint, ascending. */
  times: readonly TimeOfBatches[];
  /** From the first to the last batch; undefined if a name has no times. No lines are expected outside it. */
  span: TimeOfBatches | undefined;
}

/** The time that lines cover, `[since, until)`. */
export interface TimeSpan {
  readonly since: Instant;
  readonly until: Instant;
  /** Time covered; less than `until - since` if there are gaps. Milliseconds. */
  readonly ms: number;
}

interface TimeOfBatches {
  since: Instant;
  until: Instant;
}

/** The known times of a source, in addition to the hours of its lines. */
export interface KnownTime {
  /** The requested range. */
  range: TimeRange;
  batches: BatchTimes;
}

/** Milliseconds since 1970. */
interface Interval {
  start: number;
  end: number;
}

/**
 * Returns the covered time: hours that have lines, and the times of batches.
 *
 * An hour with lines counts as one hour. An hour without lines counts as far as batches cover it: nothing happened then. The rest between the first
 * and the last covered time is missing. If the times of all batches are known, nothing counts before the first or after the last of them: late lines
 * and wrong event times add no time. Nothing counts outside the requested range.
 * @param hours ascending
 * @returns undefined if there are none
 */
export function coveredHours(hours: readonly HourCount[], known: KnownTime): CoveredHours | undefined {
  const withLines = hours
    .filter(({ lines }) => lines > 0)
    .map(({ hour }) => Date.parse(hour))
    .map((start): Interval => ({ start, end: start + MS_PER_HOUR }));
  if (withLines.length === 0) return undefined;
  const limits = limitsOf(known);
  const within = clipped(withLines, limits);
  // Names that contradict every event time are ignored.
  const isUsable = within.length > 0;
  const times = known.batches.times.map(({ since, until }): Interval => ({ start: msOf(since), end: msOf(until) }));
  const covered = isUsable ? joined([...within, ...clipped(times, limits)]) : joined(withLines);
  const [from, to] = [covered[0]!.start, covered.at(-1)!.end];
  return {
    since: printMs(from),
    until: printMs(to),
    hours: covered.reduce((sum, { start, end }) => sum + end - start, 0) / MS_PER_HOUR,
    missing: [...missingBefore(known, from), ...missingBetween(covered), ...missingAfter(known, to)],
    edgesUnknown: !isUsable || limits.start === Number.NEGATIVE_INFINITY || limits.end === Number.POSITIVE_INFINITY,
  };
}

function limitsOf({ range, batches: { span } }: KnownTime): Interval {
  const starts = [range.since, span?.since].filter((time) => time !== undefined).map(msOf);
  const ends = [range.until, span?.until].filter((time) => time !== undefined).map(msOf);
  return { start: Math.max(Number.NEGATIVE_INFINITY, ...starts), end: Math.min(Number.POSITIVE_INFINITY, ...ends) };
}

function clipped(intervals: readonly Interval[], limits: Interval): Interval[] {
  return intervals
    .map(({ start, end }) => ({ start: Math.max(start, limits.start), end: Math.min(end, limits.end) }))
    .filter(({ start, end }) => start < end);
}

function joined(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const interval of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last === undefined || interval.start > last.end) result.push({ ...interval });
    else last.end = Math.max(last.end, interval.end);
  }
  return result;
}

function missingBetween(covered: readonly Interval[]): MissingTime[] {
  return covered.slice(1).map(({ start }, index) => missing(covered[index]!.end, start));
}

/** A request that begins hours before the first line. */
function missingBefore({ range: { since } }: KnownTime, first: number): MissingTime[] {
  if (since === undefined) return [];
  const start = Math.ceil(msOf(since) / MS_PER_HOUR) * MS_PER_HOUR;
  return start + MS_PER_HOUR <= first ? [missing(start, first)] : [];
}

function missingAfter({ range: { until } }: KnownTime, last: number): MissingTime[] {
  if (until === undefined) return [];
  const end = Math.floor(msOf(until) / MS_PER_HOUR) * MS_PER_HOUR;
  return end - MS_PER_HOUR >= last ? [missing(last, end)] : [];
}

function missing(since: number, until: number): MissingTime {
  return { since: printMs(since), until: printMs(until) };
}

function msOf(instant: Instant): number {
  return Number(instant / NS_PER_MS);
}

function printMs(ms: number): string {
  return printInstant(BigInt(ms) * NS_PER_MS);
}
