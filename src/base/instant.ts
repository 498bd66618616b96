// Instants in nanoseconds since 1970, as bigint: parsed from RFC 3339 text, or from numbers whose magnitude decides their unit.
// The time ranges of the command line are in time-range.ts.

/** Nanoseconds since 1970-01-01T00:00:00Z. */
export type Instant = bigint;

/** Nanoseconds in a millisecond. */
export const NS_PER_MS = 1_000_000n;
/** Milliseconds in an hour. */
export const MS_PER_HOUR = 3_600_000;
/** Hours in a day of UTC. */
export const HOURS_PER_DAY = 24;
/** Milliseconds in a day of UTC. */
export const MS_PER_DAY = HOURS_PER_DAY * MS_PER_HOUR;
/** Nanoseconds in a second. */
export const NS_PER_SECOND = 1_000_000_000n;

/** A smaller number counts seconds (until the year 5138). `docs/semantics.md`, "Evaluation". */
export const SECONDS_BELOW = 100_000_000_000n;
/** A number from {@link SECONDS_BELOW} up to this one counts milliseconds; this one and larger ones count nanoseconds. */
export const MILLISECONDS_BELOW = 100_000_000_000_000n;

const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/**
 * Parses RFC 3339 with a fraction of any length; digits after the ninth are dropped, a leap second counts as the next second.
 * @returns undefined when the text is not an RFC 3339 time (a space in place of `T`, a missing time zone, 30 February …)
 */
export function instantFromText(text: string): Instant | undefined {
  const parts = RFC_3339.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', sign, zoneHour = '0', zoneMinute = '0'] = parts;
  const midnight = dayStart(Number(year), Number(month), Number(day));
  if (midnight === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  if (Number(zoneHour) > 23 || Number(zoneMinute) > 59) return undefined;
  const offset = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === '-' ? -1 : 1);
  const seconds = (Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second);
  return BigInt(midnight) * NS_PER_MS + BigInt(seconds) * NS_PER_SECOND + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
}

/** Midnight UTC of a calendar day in milliseconds; undefined when the day does not exist. */
export function dayStart(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() : undefined;
}

/** Converts a number of seconds, milliseconds or nanoseconds, whichever its magnitude implies; see {@link SECONDS_BELOW}. */
export function instantFromInteger(value: number | bigint): Instant {
  const exact = BigInt(value);
  const size = exact < 0n ? -exact : exact;
  if (size < SECONDS_BELOW) return exact * NS_PER_SECOND;
  return size < MILLISECONDS_BELOW ? exact * NS_PER_MS : exact;
}

/** Prints an instant as RFC 3339 in UTC, with up to nine fraction digits and no trailing zeros. */
export function printInstant(instant: Instant): string {
  const fraction = ((instant % NS_PER_SECOND) + NS_PER_SECOND) % NS_PER_SECOND;
  const seconds = (instant - fraction) / NS_PER_SECOND;
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  const digits = fraction === 0n ? '' : `.${fraction.toString().padStart(9, '0').replace(/0+$/, '')}`;
  return `${whole}${digits}Z`;
}
