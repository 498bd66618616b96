// Days: which day a folder is named after, and which days and times a range of event times asks for.
import { dayStart, type Instant, NS_PER_MS, type TimeRange } from '../base/index.ts';

/**
 * Longest time between the first and the last event of one object. A batch is closed after five minutes at most
 * (`max_upload_interval_seconds`, 30 to 300); late retries and other writers are covered by taking an hour. Milliseconds.
 */
export const MAX_BATCH_SPAN_MS = 3_600_000;
/** Default of `--slack`: how much later than its events a batch may start. Milliseconds. */
export const DEFAULT_SLACK_MS = 3_600_000;

const MS_PER_DAY = 86_400_000;
const DAY_NAME = /^(?:[A-Za-z_]+=)?(\d{4})(-?)(\d{2})\2(\d{2})$/;

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
  /** First and last day folder that may hold such objects, `YYYYMMDD`. */
  firstDay?: string;
  lastDay?: string;
  /** No object wanted has a name that sorts before this time (`YYYYMMDDTHHMMSSZ`). */
  firstName?: string;
}

/** Widens a range of event times to the objects that may hold them: events precede their batch. */
export function objectSpan(range: TimeRange, slackMs: number): ObjectSpan {
  const span: ObjectSpan = {};
  if (range.since !== undefined) {
    const earliestMs = Number(range.since / NS_PER_MS) - MAX_BATCH_SPAN_MS;
    span.since = range.since;
    span.firstDay = printDay(earliestMs);
    span.firstName = printSecond(earliestMs);
  }
  if (range.until !== undefined) {
    span.until = range.until + BigInt(slackMs) * NS_PER_MS;
    // A batch may lie in the folder of the day it ended in.
    span.lastDay = printDay(Number(span.until / NS_PER_MS) + MAX_BATCH_SPAN_MS);
  }
  return span;
}

/** Whether a day folder may hold wanted objects. */
export function isDayWanted(day: string, span: ObjectSpan): boolean {
  return (span.firstDay === undefined || day >= span.firstDay) && (span.lastDay === undefined || day <= span.lastDay);
}

function printDay(ms: number): string {
  return printSecond(Math.floor(ms / MS_PER_DAY) * MS_PER_DAY).slice(0, 8);
}

function printSecond(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}
