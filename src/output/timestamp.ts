// Timestamps as a job writes them. Exact: what a format does not hold is cut off, never rounded.
import { dayStart, type Instant, NS_PER_MS, NS_PER_SECOND, parseJson, printInstant } from '../base/index.ts';
import { type Dataset, instantOf } from '../dataset/index.ts';
import type { TimestampFormat } from './defaults.ts';

const QUOTE = 34;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
/** Digits of a second's fraction in each form of RFC 3339. */
const FRACTION_DIGITS = { rfc3339: 0, rfc3339ms: 3, rfc3339ns: 9 } as const;
/** Bytes of a quoted RFC 3339 text in UTC without fraction: `"2026-11-01T00:00:00Z"`. */
const RFC_3339_BYTES = 22;
const RFC_3339 = /^"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z"$/;

/** The instants that RFC 3339 can tell: years 0000 to 9999. */
const FIRST_OF_RFC_3339 = BigInt(dayStart(0, 1, 1)!) * NS_PER_MS;
const BEHIND_RFC_3339 = (BigInt(dayStart(9999, 12, 31)!) + 86_400_000n) * NS_PER_MS;
/** What 64 bits with a sign hold: nanoseconds from 1677 to 2262. */
const BEYOND_INT64 = 2n ** 63n;
/** Digits of a number that counts nanoseconds (at least `MILLISECONDS_BELOW`), of one that fits 64 bits, and of those below a second. */
const NANO_DIGITS = { least: 15, most: 19, fraction: 9 };
/** Most digits of a number that counts seconds (less than `SECONDS_BELOW`). */
const SECOND_DIGITS = 11;

/** How many digits a second's fraction has in texts of a format; undefined: the format is a number. */
export function fractionDigitsOf(format: TimestampFormat): number | undefined {
  return (FRACTION_DIGITS as Readonly<Partial<Record<TimestampFormat, number>>>)[format];
}

/** The fields whose values are written as `timestamp_format` says. A field that always counts milliseconds is none of them. */
export function timestampFields({ fields, eventTime }: Dataset): string[] {
  return [...fields.values()]
    .filter(({ name, type }) => type === 'timestamp' && !(eventTime.unit === 'ms' && name === eventTime.field))
    .map(({ name }) => name);
}

/**
 * An instant as JSON.
 * @returns undefined where the format cannot tell it: nanoseconds beyond 64 bits, years beyond 9999
 */
export function printTimestamp(instant: Instant, format: TimestampFormat): string | undefined {
  if (format === 'unixnano') return instant >= -BEYOND_INT64 && instant < BEYOND_INT64 ? `${instant}` : undefined;
  const fraction = ((instant % NS_PER_SECOND) + NS_PER_SECOND) % NS_PER_SECOND;
  const second = instant - fraction;
  if (format === 'unix') return `${second / NS_PER_SECOND}`;
  if (instant < FIRST_OF_RFC_3339 || instant >= BEHIND_RFC_3339) return undefined;
  const digits = fraction.toString().padStart(9, '0').slice(0, FRACTION_DIGITS[format]);
  return `"${printInstant(second).slice(0, -1)}${digits === '' ? '' : `.${digits}`}Z"`;
}

/**
 * A stored timestamp in another format.
 * @param json where the value is, from `start` to `end`
 * @returns JSON; undefined where the value stays as it is: it has the format, or nobody can tell its instant
 */
export function reformat(json: Buffer, start: number, end: number, format: TimestampFormat): string | undefined {
  const first = json[start]!;
  const isScalar = first === QUOTE || first === MINUS || (first >= ZERO && first <= NINE);
  if (!isScalar || hasFormat(json, start, end, format)) return undefined;
  const digits = end - start;
  const isNano = first !== QUOTE && first !== MINUS && digits >= NANO_DIGITS.least && digits <= NANO_DIGITS.most;
  if (isNano && isDigits(json, start, end)) return fromNano(json.toString('latin1', start, end), format);
  const instant = instantOf(parseJson(json.toString('utf8', start, end)));
  return instant === undefined ? undefined : printTimestamp(instant, format);
}

/** The common case without big integers: the last nine digits of nanoseconds are the fraction as it is written. */
function fromNano(digits: string, format: TimestampFormat): string {
  const seconds = digits.slice(0, -NANO_DIGITS.fraction);
  if (format === 'unix') return seconds;
  const fraction = digits
    .slice(-NANO_DIGITS.fraction)
    .slice(0, FRACTION_DIGITS[format as keyof typeof FRACTION_DIGITS]);
  return `"${secondText(Number(seconds))}${fraction === '' ? '' : `.${fraction}`}Z"`;
}

const SECONDS_OF_DAY = 86_400;
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
/** The day that was written last: lines of one object are mostly of one. */
let lastDay = { day: 0, text: '1970-01-01' };

/** `2026-11-01T00:00:00`. @param seconds since 1970, not negative */
function secondText(seconds: number): string {
  const day = Math.floor(seconds / SECONDS_OF_DAY);
  if (day !== lastDay.day) {
    lastDay = { day, text: new Date(day * SECONDS_OF_DAY * 1000).toISOString().slice(0, 'YYYY-MM-DD'.length) };
  }
  const rest = seconds - day * SECONDS_OF_DAY;
  const minutes = Math.floor(rest / 60);
  const time = [Math.floor(minutes / 60), minutes % 60, rest % 60];
  return `${lastDay.text}T${TWO_DIGITS[time[0]!]}:${TWO_DIGITS[time[1]!]}:${TWO_DIGITS[time[2]!]}`;
}

/** Whether a value is written as the format has it, as far as the form tells. */
function hasFormat(json: Buffer, start: number, end: number, format: TimestampFormat): boolean {
  const bytes = end - start;
  if (format === 'unix' || format === 'unixnano') {
    if (!isDigits(json, json[start] === MINUS ? start + 1 : start, end)) return false;
    const digits = json[start] === MINUS ? bytes - 1 : bytes;
    return format === 'unix' ? digits <= SECOND_DIGITS : digits >= NANO_DIGITS.least && digits <= NANO_DIGITS.most;
  }
  const digits = FRACTION_DIGITS[format];
  if (bytes !== RFC_3339_BYTES + (digits === 0 ? 0 : digits + 1)) return false;
  return RFC_3339.test(json.toString('latin1', start, end));
}

function isDigits(json: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i += 1) if (json[i]! < ZERO || json[i]! > NINE) return false;
  return true;
}
