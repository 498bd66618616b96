// Checks the name of an object against its events: the times of the batch, the day of its folder, and the event times that it can
// contain. Times are in milliseconds, rounded down: tolerances are far coarser.
import { dayStart, type Instant, MS_PER_DAY, MS_PER_HOUR, NS_PER_MS, type TimeRange } from '../../base/index.ts';

/**
 * How much later than its batch an event may appear. The clocks of edge and batch differ slightly, and names contain whole seconds; no
 * event is really later than its batch. Milliseconds; ours.
 */
export const AFTER_BATCH_MS = 60_000;
/**
 * How much earlier than its batch an event may be. Events precede their batch: a push is retried for five minutes, and a request is
 * logged when it ends. One hour is the default of `--slack`: a read by time would miss older lines. Milliseconds.
 * docs/platform.md, "Object names".
 */
export const BEFORE_BATCH_MS = 3_600_000;

/** The name of an object, parsed. */
export interface ObjectName {
  /** As printed: `s3://bucket/key`, a path, `stdin`. */
  name: string;
  /** Times of the batch by the name; absent if it does not contain both. */
  start?: Instant | undefined;
  end?: Instant | undefined;
  /** Whether it is standard input or a pipe, which has no name. @default false */
  isStream?: boolean | undefined;
}

/** When the events of an object may have happened. Milliseconds since 1970; both ends are included. */
export interface BatchSpan {
  startMs: number;
  endMs: number;
}

/**
 * The span of an object by its name, else by its day's folder; undefined if neither contains a time.
 * @param folder `YYYYMMDD`: the day after which its folder is named
 */
export function batchSpanOf({ start, end }: ObjectName, folder?: string): BatchSpan | undefined {
  if (start !== undefined && end !== undefined)
    return { startMs: Number(start / NS_PER_MS), endMs: Number(end / NS_PER_MS) };
  const day = msOfDay(folder);
  return day === undefined ? undefined : { startMs: day, endMs: day + MS_PER_DAY };
}

/**
 * Why an object does not belong in its day's folder; undefined if it does. The day may be that of the start or of the end.
 * @param folder `YYYYMMDD`: the day after which it is named
 */
export function dayFolderFault({ start, end }: ObjectName, folder: string | undefined): string | undefined {
  const day = msOfDay(folder);
  if (day === undefined || start === undefined || end === undefined) return undefined;
  const days = [start, end].map((instant) => dayOf(Number(instant / NS_PER_MS)));
  return days.includes(day) ? undefined : `found a batch of ${printDay(days[0]!)} in the folder of ${printDay(day)}`;
}

function msOfDay(day: string | undefined): number | undefined {
  if (day === undefined) return undefined;
  return dayStart(Number(day.slice(0, 4)), Number(day.slice(4, 6)), Number(day.slice(6)));
}

function hourOf(ms: number): number {
  return Math.floor(ms / MS_PER_HOUR);
}

function dayOf(ms: number): number {
  return Math.floor(ms / MS_PER_DAY) * MS_PER_DAY;
}

function printDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Event times of a batch that cause no finding; all times if its span is unknown. */
export function eventTimesOf(span: BatchSpan | undefined): TimeRange {
  if (span === undefined) return {};
  return {
    since: BigInt(span.startMs - BEFORE_BATCH_MS) * NS_PER_MS,
    // The whole last millisecond is included.
    until: BigInt(span.endMs + AFTER_BATCH_MS + 1) * NS_PER_MS,
  };
}

/** Consecutive hours without an object. */
export interface Gap {
  startMs: number;
  hours: number;
}

/** The whole hours (UTC) between the first and the last batch that no batch touches, in order. A batch that ends on the hour is before it. */
export function hoursWithoutObject(spans: readonly BatchSpan[]): Gap[] {
  const touched = spans
    .map(({ startMs, endMs }) => [hourOf(startMs), hourOf(Math.max(endMs, startMs + 1) - 1)] as const)
    .sort((a, b) => a[0] - b[0]);
  const gaps: Gap[] = [];
  let next = touched[0]?.[0] ?? 0;
  for (const [first, last] of touched) {
    if (first > next) gaps.push({ startMs: next * MS_PER_HOUR, hours: first - next });
    next = Math.max(next, last + 1);
  }
  return gaps;
}
