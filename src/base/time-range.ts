// The half-open time range [since, until) of a request: instants, times, numbers since 1970, dates (UTC midnight), or
// spans before now.
import { HeadgateError } from './headgate-error.ts';
import {
  dayStart,
  type Instant,
  instantFromInteger,
  instantFromText,
  MS_PER_DAY,
  MS_PER_HOUR,
  NS_PER_MS,
  printInstant,
} from './instant.ts';

/** `since` ≤ t < `until`; a missing bound means no limit. */
export interface TimeRange {
  since?: Instant;
  until?: Instant;
}

/** Longest unit first: the order of the parts of a span. */
const UNIT_MS: Readonly<Record<string, number>> = {
  w: 604_800_000,
  d: MS_PER_DAY,
  h: MS_PER_HOUR,
  m: 60_000,
  s: 1000,
};
/** One unit or several, each at most once: `2h`, `1h30m`. */
const SPAN = new RegExp(
  `^(?=\\d)${Object.keys(UNIT_MS)
    .map((unit) => `(?:(\\d+)\\s*${unit}\\s*)?`)
    .join('')}$`,
);
const DATE = /^(\d{4})-?(\d{2})-?(\d{2})$/;
/** RFC 3339, also without seconds, and with an offset without a colon. */
const LOOSE_TIME = /^(\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(?:([Zz])|([+-]\d{2}):?(\d{2}))$/;
/** A date and a time of day alone. */
const WITHOUT_OFFSET = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;
/** A number of seconds, milliseconds or nanoseconds since 1970. Eight digits are a date, and fewer a mistyped span. */
const EPOCH = /^\d{9,21}$/;
/** `date +%s.%N` */
const FRACTION_OF_EPOCH = /^(\d{9,11})\.\d+$/;
/** The range of RFC 3339: the years 0000 to 9999, UTC. A span cannot be longer. */
const FIRST_INSTANT = BigInt(dayStart(0, 1, 1)!) * NS_PER_MS;
const END_OF_INSTANTS = BigInt(dayStart(10_000, 1, 1)!) * NS_PER_MS;
const MAX_SPAN_MS = Number((END_OF_INSTANTS - FIRST_INSTANT) / NS_PER_MS);

/**
 * Parses a span like `90s`, `15m`, `2h`, `1h30m`, `7d`, `2w`: several units go from the longest to the shortest.
 * @returns milliseconds; undefined for any other text, and for more than 10,000 years
 */
export function parseSpan(text: string): number | undefined {
  const parts = SPAN.exec(text.trim());
  if (parts === null) return undefined;
  const span = Object.values(UNIT_MS).reduce((sum, unit, index) => sum + Number(parts[index + 1] ?? 0) * unit, 0);
  return span <= MAX_SPAN_MS ? span : undefined;
}

/**
 * Parses one bound of a range: a time (`2026-11-01T10:00:00Z`, `2026-11-01T10:00+02:00`), a number since 1970 (`1793527200`; its magnitude
 * decides the unit), a date (`2026-11-01`, `20261101`), `now`, `today`, `yesterday` (UTC), or a span before `nowMs`.
 * @param option the flag's name, for the message
 * @throws HeadgateError `bad-time`, also for instants outside the years 0000 to 9999
 */
export function parseTime(text: string, option: string, nowMs: number): Instant {
  const instant = instantIn(text.trim(), nowMs);
  if (instant !== undefined && instant >= FIRST_INSTANT && instant < END_OF_INSTANTS) return instant;
  if (instant === undefined && WITHOUT_OFFSET.test(text.trim())) throw missingOffset(text, option);
  const meant = instant === undefined ? meantTime(text.trim(), nowMs) : undefined;
  if (meant !== undefined) {
    const found = `${JSON.stringify(text)}, ${meant.found}`;
    throw new HeadgateError('bad-time', `cannot parse ${option}: found ${found}, expected a time like ${meant.time}`);
  }
  const years = instant !== undefined || SPAN.test(text.trim()) ? ', in the years 0000 to 9999' : '';
  throw new HeadgateError(
    'bad-time',
    `cannot parse ${option}: found ${JSON.stringify(text)}, expected a time like 2026-11-01T10:00Z or 2026-11-01T12:00+02:00, seconds since 1970, a date like 2026-11-01 (UTC), now, today, yesterday, or a span before now like 2h, 1h30m, 7d or 2w${years}`,
  );
}

function missingOffset(text: string, option: string): HeadgateError {
  const time = text.trim().replace(/[Tt ]/, 'T');
  const isTime = instantIn(`${time}Z`, 0) !== undefined;
  return new HeadgateError(
    'bad-time',
    isTime
      ? `cannot parse ${option}: found ${JSON.stringify(text)}, a time without an offset, expected a time like ${time}Z (UTC) or ${time}+02:00`
      : `cannot parse ${option}: found ${JSON.stringify(text)}, expected a time like 2026-11-01T10:00Z; no such day or hour exists`,
  );
}

/** What is wrong with a text that is nearly a time. @returns the part, and the time as it is accepted */
function meantTime(text: string, nowMs: number): { found: string; time: string } | undefined {
  const [, seconds] = FRACTION_OF_EPOCH.exec(text) ?? [];
  if (seconds !== undefined) {
    const ms = Math.round(Number(text) * 1000);
    return { found: 'a fraction of a second', time: `${seconds} (seconds) or ${ms} (milliseconds)` };
  }
  const candidates = [
    { found: 'a blank in the time', time: text.replace(/[ _]/, 'T').replaceAll(' ', '') },
    { found: 'upper case', time: text.toLowerCase() },
    { found: 'slashes', time: text.replaceAll('/', '-') },
    { found: 'a span with more than its units', time: text.replace(/^-(?=\d+[a-z])|\s*ago$/g, '') },
  ];
  return candidates.find(({ time }) => time !== text && instantIn(time, nowMs) !== undefined);
}

function instantIn(text: string, nowMs: number): Instant | undefined {
  const span = text === 'now' ? 0 : parseSpan(text);
  if (span !== undefined) return BigInt(Math.floor(nowMs - span)) * NS_PER_MS;
  const midnight = midnightIn(text, nowMs);
  if (midnight !== undefined) return BigInt(midnight) * NS_PER_MS;
  if (EPOCH.test(text)) return instantFromInteger(BigInt(text));
  const parts = LOOSE_TIME.exec(text);
  if (parts === null) return undefined;
  const [, toMinutes, seconds = ':00', zulu, offsetHours, offsetMinutes] = parts;
  return instantFromText(`${toMinutes}${seconds}${zulu ?? `${offsetHours}:${offsetMinutes}`}`);
}

/** Milliseconds since 1970 at the start of a day in UTC. */
function midnightIn(text: string, nowMs: number): number | undefined {
  const today = Math.floor(nowMs / MS_PER_DAY) * MS_PER_DAY;
  if (text === 'today') return today;
  if (text === 'yesterday') return today - MS_PER_DAY;
  const date = DATE.exec(text);
  return date === null ? undefined : dayStart(Number(date[1]), Number(date[2]), Number(date[3]));
}

/** Parses both bounds; each is text or an instant. @throws HeadgateError `bad-time`, also when the range is empty */
export function parseTimeRange(
  since: Instant | string | undefined,
  until: Instant | string | undefined,
  nowMs: number,
): TimeRange {
  const range: TimeRange = {};
  if (since !== undefined) range.since = boundOf(since, '--since', nowMs);
  if (until !== undefined) range.until = boundOf(until, '--until', nowMs);
  if (range.since !== undefined && range.until !== undefined && range.since >= range.until) {
    throw new HeadgateError(
      'bad-time',
      `cannot use --since ${printBound(since!)} with --until ${printBound(until!)}: found an empty range, expected --since before --until`,
    );
  }
  return range;
}

function boundOf(bound: Instant | string, option: string, nowMs: number): Instant {
  if (typeof bound === 'string') return parseTime(bound, option, nowMs);
  if (bound >= FIRST_INSTANT && bound < END_OF_INSTANTS) return bound;
  throw new HeadgateError(
    'bad-time',
    `cannot use ${option}: found the instant ${bound}, expected nanoseconds since 1970, in the years 0000 to 9999`,
  );
}

function printBound(bound: Instant | string): string {
  return typeof bound === 'string' ? bound : printInstant(bound);
}

/** Whether a range contains an instant. */
export function isInRange(instant: Instant, range: TimeRange): boolean {
  return (range.since === undefined || instant >= range.since) && (range.until === undefined || instant < range.until);
}
