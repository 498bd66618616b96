// The name of an object against the events in it: when the batch was, in which day's folder it lies, and which events it can hold.
// Times in milliseconds, rounded down: tolerances are far coarser.
import { dayStart, type Instant, NS_PER_MS } from '../base/index.ts';

/**
 * How much later than its batch an event may seem. Clocks of edge and batch differ a little, and names hold whole seconds; an event
 * cannot really come after. Milliseconds; ours.
 */
export const AFTER_BATCH_MS = 60_000;
/**
 * How much earlier than its batch an event may be. Events precede their batch: pushing is tried again for five minutes, and a request
 * is logged when it ends. One hour is what `--slack` allows for: of what is older, a reading by time would miss lines. Milliseconds.
 * reference/logpush.md, sections 2 and 3.
 */
export const BEFORE_BATCH_MS = 3_600_000;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** What is known of an object before it is read. */
export interface ObjectName {
  /** As shown: `s3://bucket/key`, a path, `stdin`. */
  name: string;
  /** Times of the batch by the name; absent where it does not hold both. */
  start?: Instant | undefined;
  end?: Instant | undefined;
  /** Standard input or a pipe: it has no name of its own. @default false */
  isStream?: boolean | undefined;
}

/** When the events of an object may have happened. Milliseconds since 1970; half open nowhere: both ends are fine. */
export interface BatchSpan {
  startMs: number;
  endMs: number;
}

/** The span of an object by its name, else by its day's folder; undefined where neither tells. */
export function batchSpanOf(object: ObjectName): BatchSpan | undefined {
  const { start, end } = object;
  if (start !== undefined && end !== undefined)
    return { startMs: Number(start / NS_PER_MS), endMs: Number(end / NS_PER_MS) };
  const day = dayFolderOf(object.name);
  return day === undefined ? undefined : { startMs: day, endMs: day + DAY_MS };
}

/** Why an object does not belong into its day's folder; the day may be that of the start or of the end. */
export function dayFolderFault({ name, start, end }: ObjectName): string | undefined {
  const day = dayFolderOf(name);
  if (day === undefined || start === undefined || end === undefined) return undefined;
  const days = [start, end].map((instant) => dayOf(Number(instant / NS_PER_MS)));
  return days.includes(day) ? undefined : `found a batch of ${printDay(days[0]!)} in the folder of ${printDay(day)}`;
}

/** `20261101` or `date=20261101`: what `{DATE}` becomes, where it is a folder of its own. */
const DAY_FOLDER = /^(?:[A-Za-z_-]+=)?(\d{4})(\d{2})(\d{2})$/;

function dayFolderOf(name: string): number | undefined {
  const folders = name.split(/[/\\]/).slice(0, -1);
  for (const folder of folders.reverse()) {
    const parts = DAY_FOLDER.exec(folder);
    const day = parts === null ? undefined : dayStart(Number(parts[1]), Number(parts[2]), Number(parts[3]));
    if (day !== undefined) return day;
  }
  return undefined;
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}

function printDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Hours on end without any object. */
export interface Gap {
  startMs: number;
  hours: number;
}

/** The whole hours (UTC) between the first and the last batch that no batch touches, in order. */
export function hoursWithoutObject(spans: readonly BatchSpan[]): Gap[] {
  const touched = spans
    .map(({ startMs, endMs }) => [Math.floor(startMs / HOUR_MS), Math.floor(endMs / HOUR_MS)] as const)
    .sort((a, b) => a[0] - b[0]);
  const gaps: Gap[] = [];
  let next = touched[0]?.[0] ?? 0;
  for (const [first, last] of touched) {
    if (first > next) gaps.push({ startMs: next * HOUR_MS, hours: first - next });
    next = Math.max(next, last + 1);
  }
  return gaps;
}
