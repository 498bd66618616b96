// Days: which day a folder is named after, and which days and times a range of event times asks for.
import { dayStart, type Instant, NS_PER_MS, type TimeRange } from '../../base/index.ts';

/**
 * Longest time between the first event of a batch and the day its folder is named after. A batch is closed after five
 * minutes at most (`max_upload_interval_seconds`, 30 to 300); late retries and other writers are covered by taking an
 * hour. Milliseconds.
 */
const MAX_BATCH_SPAN_MS = 3_600_000;
/** Default of `--slack`: how much later than its events a batch may start. Milliseconds. */
export const DEFAULT_SLACK_MS = 3_600_000;

const MS_PER_DAY = 86_400_000;
/** A day alone or after a key that means a day: what else looks like eight digits (`zone=20240101`) is no day. */
const DAY_NAME = /^(?:(?:date|dt|day|ds|d)=)?(\d{4})(-?)(\d{2})\2(\d{2})$/i;

/** The day a folder is named after: `20261101`, `date=20261101`, `dt=2026-11-01`. @returns `YYYYMMDD`, or undefined */
export function dayOfFolder(name: string): string | undefined {
  const parts = DAY_NAME.exec(name);
  if (parts === null) return undefined;
  const [, year, , month, day] = parts;
  return dayStart(Number(year), Number(month), Number(day)) === undefined ? undefined : `${year}${month}${day}`;
}

/** What objects a range of event times asks for. Absent sides are open. */
export interface ObjectSpan {
  /** Objects whose batch ended before this are left out. */
  since?: Instant;
  /** Objects whose batch started at or after this are left out. */
  until?: Instant;
  /** Day folders that end at or before this hold no such object. Milliseconds since 1970. */
  fromMs?: number;
  /** Day folders that begin after this hold no such object. Milliseconds since 1970. */
  toMs?: number;
}

/** Widens a range of event times to the objects that may hold them: events precede their batch. */
export function objectSpan(range: TimeRange, slackMs: number): ObjectSpan {
  const span: ObjectSpan = {};
  if (range.since !== undefined) {
    span.since = range.since;
    span.fromMs = Number(range.since / NS_PER_MS) - MAX_BATCH_SPAN_MS;
  }
  if (range.until !== undefined) {
    span.until = range.until + BigInt(Math.ceil(Math.min(slackMs, Number.MAX_SAFE_INTEGER))) * NS_PER_MS;
    // A batch may lie in the folder of the day it ended in.
    span.toMs = Number(span.until / NS_PER_MS) + MAX_BATCH_SPAN_MS;
  }
  return span;
}

/** Whether a day folder may hold wanted objects. @param day `YYYYMMDD` */
export function isDayWanted(day: string, { fromMs, toMs }: ObjectSpan): boolean {
  const startMs = dayStart(Number(day.slice(0, 4)), Number(day.slice(4, 6)), Number(day.slice(6)))!;
  return (fromMs === undefined || startMs + MS_PER_DAY > fromMs) && (toMs === undefined || startMs <= toMs);
}
