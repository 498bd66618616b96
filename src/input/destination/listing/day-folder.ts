// Day folders: the day that a folder name contains, and the days and times that a range of event times needs.
import { dayStart, type Instant, MS_PER_DAY, NS_PER_MS, type TimeRange } from '../../../base/index.ts';

/**
 * Longest time between the first event of a batch and the day its folder is named after. Milliseconds. A batch closes
 * after five minutes at most (`max_upload_interval_seconds`, 30 to 300); an hour also covers late retries and other
 * writers.
 */
const MAX_BATCH_SPAN_MS = 3_600_000;
/** Default of `--slack`: how much later than its events a batch may start. Milliseconds. */
export const DEFAULT_SLACK_MS = 3_600_000;

/** A day alone, or after a key that names a day. Other eight digits (`zone=20240101`) are not a day. */
const DAY_NAME = /^(?:(?:date|dt|day|ds|d)=)?(\d{4})(-?)(\d{2})\2(\d{2})$/i;

/**
 * Reads the day that a folder is named after: `20261101`, `date=20261101`, `dt=2026-11-01`.
 * @returns `YYYYMMDD`, or undefined
 */
export function dayOfFolder(name: string): string | undefined {
  const parts = DAY_NAME.exec(name);
  if (parts === null) return undefined;
  const [, year, , month, day] = parts;
  return dayStart(Number(year), Number(month), Number(day)) === undefined ? undefined : `${year}${month}${day}`;
}

/** The objects that a range of event times needs. An absent side is open. */
export interface ObjectSpan {
  /** Objects whose batch ended before this are excluded. */
  since?: Instant;
  /** Objects whose batch started at or after this are excluded. */
  until?: Instant;
  /** Day folders that end at or before this contain no such object. Milliseconds since 1970. */
  fromMs?: number;
  /** Day folders that begin after this contain no such object. Milliseconds since 1970. */
  toMs?: number;
}

/** Widens a range of event times to the objects that may contain them: events precede their batch. */
export function objectSpan(range: TimeRange, slackMs: number): ObjectSpan {
  const span: ObjectSpan = {};
  if (range.since !== undefined) {
    span.since = range.since;
    span.fromMs = Number(range.since / NS_PER_MS) - MAX_BATCH_SPAN_MS;
  }
  if (range.until !== undefined) {
    span.until = range.until + BigInt(Math.ceil(Math.min(slackMs, Number.MAX_SAFE_INTEGER))) * NS_PER_MS;
    // A batch may be stored in the folder of the day it ended in.
    span.toMs = Number(span.until / NS_PER_MS) + MAX_BATCH_SPAN_MS;
  }
  return span;
}

/** Whether a day folder may contain objects of the span. @param day `YYYYMMDD` */
export function isDayWanted(day: string, { fromMs, toMs }: ObjectSpan): boolean {
  const startMs = dayStart(Number(day.slice(0, 4)), Number(day.slice(4, 6)), Number(day.slice(6)))!;
  return (fromMs === undefined || startMs + MS_PER_DAY > fromMs) && (toMs === undefined || startMs <= toMs);
}
