// Finds the time that the lines of a run cover, for rates such as GB/day: from the names of the objects, or from the requested range.
import { HeadgateError, type Instant, NS_PER_MS, type TimeRange } from '../base/index.ts';
import { parseObjectKey } from '../destination/index.ts';
import type { TimeSpan } from '../guard/index.ts';
import type { SourceObject } from './sources.ts';

/** A gap between objects that counts as missing logs and not as time without traffic. Our choice: rates are daily. */
const MISSING_FROM_NS = 86_400_000n * NS_PER_MS;

/** A time that batches cover. */
interface Interval {
  start: Instant;
  end: Instant;
}

/**
 * Returns the time from the first to the last batch, by the names of the objects, within the requested range. Gaps of a day or more are left
 * out: they would lower every rate. If a name lacks its times, the requested range counts, if it has both ends.
 * @throws HeadgateError `guard-no-span` (usage) if there is no such time
 */
export function coveredSpan(objects: Iterable<SourceObject>, range: TimeRange): TimeSpan {
  const intervals: Interval[] = [];
  for (const { object } of objects) {
    const { start, end } = parseObjectKey(object.key) ?? {};
    if (start === undefined || end === undefined) return requestedSpan(range, object.name);
    addInterval(intervals, { start, end });
  }
  const within = joined(intervals).flatMap((interval) => clipped(interval, range));
  const ms = within.reduce((sum, { start, end }) => sum + Number((end - start) / NS_PER_MS), 0);
  if (ms <= 0) throw noSpan('no object whose name covers a time in the range');
  return { since: within[0]!.start, until: within.at(-1)!.end, ms };
}

/** Returns the time from the first to the last batch, by the names of the objects; undefined if a name lacks its times. */
export function namedSpan(objects: Iterable<SourceObject>): { since: Instant; until: Instant } | undefined {
  let span: { since: Instant; until: Instant } | undefined;
  for (const { object } of objects) {
    const { start, end } = parseObjectKey(object.key) ?? {};
    if (start === undefined || end === undefined) return undefined;
    if (span === undefined) span = { since: start, until: end };
    if (start < span.since) span.since = start;
    if (end > span.until) span.until = end;
  }
  return span;
}

function requestedSpan({ since, until }: TimeRange, name: string): TimeSpan {
  if (since === undefined || until === undefined) throw noSpan(`no times in the name of ${name}`);
  const ms = Number((until - since) / NS_PER_MS);
  if (ms <= 0) throw noSpan(`no times in the name of ${name}, and a range below a millisecond`);
  return { since, until, ms };
}

function noSpan(found: string): HeadgateError {
  return new HeadgateError(
    'guard-no-span',
    `cannot judge a guard on bytes per day or month: found ${found}, expected the time that the lines cover; add --since and --until`,
  );
}

/** Names are mostly in the order of their times: few intervals remain. */
function addInterval(intervals: Interval[], { start, end }: Interval): void {
  const last = intervals.at(-1);
  if (last === undefined || start < last.start || start - last.end >= MISSING_FROM_NS) intervals.push({ start, end });
  else if (end > last.end) last.end = end;
}

function joined(intervals: Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const interval of intervals.sort((a, b) => (a.start < b.start ? -1 : 1))) addInterval(result, interval);
  return result;
}

function clipped({ start, end }: Interval, { since, until }: TimeRange): Interval[] {
  const clip = {
    start: since !== undefined && since > start ? since : start,
    end: until !== undefined && until < end ? until : end,
  };
  return clip.start < clip.end ? [clip] : [];
}
