// Prints timestamps in a job's format. Exact: truncates digits that the format lacks, never rounds.
import {
  dayStart,
  type Instant,
  NS_PER_MS,
  NS_PER_SECOND,
  parseJson,
  printInstant,
  printJson,
  type Value,
} from '../../base/index.ts';
import { type Dataset, instantOf } from '../dataset/index.ts';
import type { TimestampFormat } from './defaults.ts';

const QUOTE = 34;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
/** Fraction digits of each RFC 3339 format. */
const FRACTION_DIGITS = { rfc3339: 0, rfc3339ms: 3, rfc3339ns: 9 } as const;
/** Length of a quoted RFC 3339 text in UTC without fraction: `"2026-11-01T00:00:00Z"`. Bytes. */
const RFC_3339_BYTES = 22;
const RFC_3339 = /^"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z"$/;

/** The instants that RFC 3339 can express: years 0000 to 9999. */
const FIRST_OF_RFC_3339 = BigInt(dayStart(0, 1, 1)!) * NS_PER_MS;
const END_OF_RFC_3339 = (BigInt(dayStart(9999, 12, 31)!) + 86_400_000n) * NS_PER_MS;
/** The range of a signed 64-bit integer: nanoseconds from 1677 to 2262. */
const BEYOND_INT64 = 2n ** 63n;
/** Digit counts of nanoseconds: at least (`MILLISECONDS_BELOW`), at most (64 bits), and below a second. */
const NANO_DIGITS = { least: 15, most: 19, fraction: 9 };
/** Maximum number of digits of a number of seconds (less than `SECONDS_BELOW`). */
const SECOND_DIGITS = 11;

/** Returns the number of fraction digits of a format; undefined if the format is a number. */
export function fractionDigitsOf(format: TimestampFormat): number | undefined {
  return (FRACTION_DIGITS as Readonly<Partial<Record<TimestampFormat, number>>>)[format];
}

/** Returns the fields whose values follow `timestamp_format`. A field that always counts milliseconds does not. */
export function timestampFields({ fields, eventTime }: Dataset): string[] {
  return [...fields.values()]
    .filter(({ name, type }) => type === 'timestamp' && !(eventTime.unit === 'ms' && name === eventTime.field))
    .map(({ name }) => name);
}

/**
 * Prints an instant as JSON.
 * @returns undefined if the format cannot express it: nanoseconds beyond 64 bits, years beyond 9999
 */
export function printTimestamp(instant: Instant, format: TimestampFormat): string | undefined {
  if (format === 'unixnano') return instant >= -BEYOND_INT64 && instant < BEYOND_INT64 ? `${instant}` : undefined;
  const fraction = ((instant % NS_PER_SECOND) + NS_PER_SECOND) % NS_PER_SECOND;
  const second = instant - fraction;
  if (format === 'unix') return `${second / NS_PER_SECOND}`;
  if (instant < FIRST_OF_RFC_3339 || instant >= END_OF_RFC_3339) return undefined;
  const digits = fraction.toString().padStart(9, '0').slice(0, FRACTION_DIGITS[format]);
  return `"${printInstant(second).slice(0, -1)}${digits === '' ? '' : `.${digits}`}Z"`;
}

/**
 * Converts a stored timestamp to another format.
 * @param json the buffer that contains the value, from `start` to `end`
 * @returns JSON; undefined if the value stays unchanged: it has the format, or its instant is unknown
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

/** Converts the value of a timestamp field to another format; returns it unchanged where {@link reformat} does. */
export function reformatValue(value: Value, format: TimestampFormat): Value {
  const json = Buffer.from(printJson(value));
  const text = reformat(json, 0, json.length, format);
  return text === undefined ? value : parseJson(text);
}

/** The common case without big integers: the last nine digits of nanoseconds are the fraction. */
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
/** The last day printed: most lines of an object share one. */
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

/** Whether a value already has the format, judged by its form. */
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
