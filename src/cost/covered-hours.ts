// Computes the time that lines cover, from the hours that have lines: rates divide by it. Pure.
import { type Instant, NS_PER_MS, printInstant, type TimeRange } from '../base/index.ts';
import type { HourCount } from '../replay/index.ts';
import type { CoveredHours, MissingTime } from './cost-report.ts';

const MS_PER_HOUR = 3_600_000;

/** What is known of the time that a source covers, beside its lines. */
export interface KnownTime {
  /** The requested range. */
  range: TimeRange;
  /** From the first to the last batch, by the names of the objects; undefined if a name has no times. */
  named: { since: Instant; until: Instant } | undefined;
}

interface Hour {
  start: number;
  /** Part of the hour that the source covers. Milliseconds. */
  covered: number;
}

/**
 * Returns the covered time.
 *
 * An hour with lines counts as one hour. The first and the last one count only from the later of the requested start and the start of the
 * first batch, and to the earlier of the requested end and the end of the last batch. An hour without lines counts nothing: it is listed as
 * missing. Lines of hours outside the batches (late or wrong event times) add no time.
 * @param hours ascending
 * @returns undefined if there are none
 */
export function coveredHours(hours: readonly HourCount[], known: KnownTime): CoveredHours | undefined {
  const starts = hours.filter(({ lines }) => lines > 0).map(({ hour }) => Date.parse(hour));
  if (starts.length === 0) return undefined;
  const { since, until } = limitsOf(known);
  const within = clipped(starts, since, until);
  // Names that contradict every event time say nothing.
  const isUsable = within.length > 0;
  const counted = isUsable ? within : starts.map((start) => ({ start, covered: MS_PER_HOUR }));
  const [first, last] = [counted[0]!.start, counted.at(-1)!.start];
  const [from, to] = isUsable
    ? [Math.max(first, since), Math.min(last + MS_PER_HOUR, until)]
    : [first, last + MS_PER_HOUR];
  const ms = counted.reduce((sum, { covered }) => sum + covered, 0);
  return {
    since: printMs(from),
    until: printMs(to),
    hours: ms / MS_PER_HOUR,
    missing: [...missingBefore(known, first), ...missingBetween(counted), ...missingAfter(known, last + MS_PER_HOUR)],
    edgesUnknown: !isUsable || since === Number.NEGATIVE_INFINITY || until === Number.POSITIVE_INFINITY,
  };
}

function limitsOf({ range, named }: KnownTime): { since: number; until: number } {
  const starts = [range.since, named?.since].filter((time) => time !== undefined).map(msOf);
  const ends = [range.until, named?.until].filter((time) => time !== undefined).map(msOf);
  return { since: Math.max(Number.NEGATIVE_INFINITY, ...starts), until: Math.min(Number.POSITIVE_INFINITY, ...ends) };
}

function clipped(starts: readonly number[], since: number, until: number): Hour[] {
  return starts
    .map((start) => ({ start, covered: Math.min(start + MS_PER_HOUR, until) - Math.max(start, since) }))
    .filter(({ covered }) => covered > 0);
}

function missingBetween(hours: readonly Hour[]): MissingTime[] {
  return hours.slice(1).flatMap(({ start }, index) => {
    const end = hours[index]!.start + MS_PER_HOUR;
    return start > end ? [missing(end, start)] : [];
  });
}

/** A request that begins hours before the first line. */
function missingBefore({ range: { since } }: KnownTime, first: number): MissingTime[] {
  if (since === undefined) return [];
  const start = Math.ceil(msOf(since) / MS_PER_HOUR) * MS_PER_HOUR;
  return start < first ? [missing(start, first)] : [];
}

function missingAfter({ range: { until } }: KnownTime, last: number): MissingTime[] {
  if (until === undefined) return [];
  const end = Math.floor(msOf(until) / MS_PER_HOUR) * MS_PER_HOUR;
  return end > last ? [missing(last, end)] : [];
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
