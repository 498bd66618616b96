// Finds the time that batches cover, for rates such as GB/day: from the names of the objects, or from the requested range.
import { HeadgateError, type Instant, NS_PER_MS, type TimeRange } from '../../base/index.ts';
import { parseObjectKey } from '../../input/destination/index.ts';
import type { Problem } from '../../input/scan/index.ts';
import type { SourceObject } from '../../input/sources/index.ts';
import type { BatchTimes, TimeSpan } from './covered-hours.ts';

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
    addInterval(intervals, { start, end }, MISSING_FROM_NS);
  }
  const within = joined(intervals, MISSING_FROM_NS).flatMap((interval) => clipped(interval, range));
  const ms = within.reduce((sum, { start, end }) => sum + Number((end - start) / NS_PER_MS), 0);
  if (ms <= 0) throw noSpan('no object whose name covers a time in the range');
  return { since: within[0]!.start, until: within.at(-1)!.end, ms };
}

/**
 * Returns the times of the batches, by the names of the objects.
 * @param lost objects that were not read completely: their times cover nothing, because lines of them are missing
 */
export function batchTimes(objects: Iterable<SourceObject>, lost: readonly Pick<Problem, 'object'>[]): BatchTimes {
  const unread = new Set(lost.map(({ object }) => object));
  const readTimes: Interval[] = [];
  const unreadTimes: Interval[] = [];
  let isComplete = true;
  for (const { object } of objects) {
    const { start, end } = parseObjectKey(object.key) ?? {};
    if (start === undefined || end === undefined) isComplete = false;
    else addInterval(unread.has(object.name) ? unreadTimes : readTimes, { start, end }, 1n);
  }
  const times = joined(readTimes, 1n).map(({ start, end }) => ({ since: start, until: end }));
  const all = joined([...readTimes, ...unreadTimes], 1n);
  return { times, span: isComplete && all.length > 0 ? { since: all[0]!.start, until: all.at(-1)!.end } : undefined };
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

/**
 * Adds an interval, to the last one unless a gap separates them. Names are mostly in the order of their times: few intervals remain.
 * @param gap shortest gap. Nanoseconds
 */
function addInterval(intervals: Interval[], { start, end }: Interval, gap: bigint): void {
  const last = intervals.at(-1);
  if (last === undefined || start < last.start || start - last.end >= gap) intervals.push({ start, end });
  else if (end > last.end) last.end = end;
}

function joined(intervals: Interval[], gap: bigint): Interval[] {
  const result: Interval[] = [];
  for (const interval of intervals.sort((a, b) => (a.start < b.start ? -1 : 1))) addInterval(result, interval, gap);
  return result;
}

function clipped({ start, end }: Interval, { since, until }: TimeRange): Interval[] {
  const clip = {
    start: since !== undefined && since > start ? since : start,
    end: until !== undefined && until < end ? until : end,
  };
  return clip.start < clip.end ? [clip] : [];
}
