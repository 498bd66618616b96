// The half-open time range [since, until) of the command line: RFC 3339, dates (UTC midnight), or a span back from now.
import { HeadgateError } from './headgate-error.ts';
import { dayStart, type Instant, instantFromText, NS_PER_MS } from './instant.ts';

/** `since` ≤ t < `until`; an absent side is open. */
export interface TimeRange {
  since?: Instant;
  until?: Instant;
}

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const SPAN = /^(\d+)\s*([smhdw])$/;
const DATE = /^(\d{4})-?(\d{2})-?(\d{2})$/;

/** Reads a span like `90s`, `15m`, `2h`, `7d`, `2w`. @returns milliseconds, or undefined */
export function parseSpan(text: string): number | undefined {
  const parts = SPAN.exec(text.trim());
  return parts === null ? undefined : Number(parts[1]) * UNIT_MS[parts[2]!]!;
}

/**
 * Reads one end of a range: `2026-11-01T10:00:00Z`, `2026-11-01`, `20261101`, or a span counted back from `nowMs`.
 * @param option name of the flag, for the message
 * @throws HeadgateError `bad-time`
 */
export function parseTime(text: string, option: string, nowMs: number): Instant {
  const span = parseSpan(text);
  if (span !== undefined) return BigInt(Math.floor(nowMs - span)) * NS_PER_MS;
  const date = DATE.exec(text);
  const midnight = date === null ? undefined : dayStart(Number(date[1]), Number(date[2]), Number(date[3]));
  if (midnight !== undefined) return BigInt(midnight) * NS_PER_MS;
  const instant = instantFromText(text);
  if (instant !== undefined) return instant;
  throw new HeadgateError(
    'bad-time',
    `cannot read ${option}: found ${JSON.stringify(text)}, wanted a time like 2026-11-01T10:00:00Z, a date like 2026-11-01, or a span back from now like 2h or 7d`,
  );
}

/** Reads both ends. @throws HeadgateError `bad-time`, also when the range is empty */
export function parseTimeRange(since: string | undefined, until: string | undefined, nowMs: number): TimeRange {
  const range: TimeRange = {};
  if (since !== undefined) range.since = parseTime(since, '--since', nowMs);
  if (until !== undefined) range.until = parseTime(until, '--until', nowMs);
  if (range.since !== undefined && range.until !== undefined && range.since >= range.until) {
    throw new HeadgateError(
      'bad-time',
      `cannot use --since ${since} with --until ${until}: the range is empty, since must be before until`,
    );
  }
  return range;
}

/** Whether an instant lies in the range. */
export function isInRange(instant: Instant, range: TimeRange): boolean {
  return (range.since === undefined || instant >= range.since) && (range.until === undefined || instant < range.until);
}
