// Timestamps, dates and intervals: parsed from text, printed, taken apart and truncated. Timestamps are nanoseconds since 1970, UTC.
import { dayStart, MS_PER_DAY, NS_PER_MS, NS_PER_SECOND } from '../../base/index.ts';
import { Interval } from './sql-value.ts';

const NS_PER_DAY = BigInt(MS_PER_DAY) * NS_PER_MS;
/** The range of nanoseconds in 64 bits. */
const MAX_NANOSECONDS = 2n ** 63n - 1n;
/** The first and the last year of that range. */
const YEARS = [1677, 2262] as const;
const TIME_TEXT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):?(\d{2}):?(\d{2})(?:\.(\d{1,9})\d*)?[ ]?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;
const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** Whether a timestamp fits 64 bits of nanoseconds. */
export function isTimestamp(nanoseconds: bigint): boolean {
  return nanoseconds <= MAX_NANOSECONDS && nanoseconds >= -MAX_NANOSECONDS - 1n;
}

/** Parses RFC 3339, also with a space, without a zone (UTC), or a date alone. @returns undefined for other text, and outside 1677 to 2262 */
export function timestampFrom(text: string): bigint | undefined {
  const parts = TIME_TEXT.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = parts;
  const midnight = dayStart(Number(year), Number(month), Number(day));
  const offset = zone === undefined ? 0 : offsetOfZone(zone);
  if (midnight === undefined || offset === undefined) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const seconds = midnight / 1000 + (Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second);
  const nanoseconds = BigInt(seconds) * NS_PER_SECOND;
  const exact = fraction === '' ? nanoseconds : nanoseconds + BigInt(fraction.padEnd(9, '0'));
  return isTimestamp(exact) ? exact : undefined;
}

/** The offset of `+08:00` or `UTC` in minutes; undefined for names of zones, and for more than `23:59`. */
export function offsetOfZone(zone: string): number | undefined {
  if (/^(UTC|Z|GMT)$/i.test(zone)) return 0;
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2})(?::?(\d{2}))?$/.exec(zone) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

/** Days since 1970 of a date, or of a timestamp's UTC day. */
export function dateFrom(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined) {
    const start = dayStart(Number(year), Number(month), Number(day));
    return start === undefined ? undefined : start / MS_PER_DAY;
  }
  const instant = timestampFrom(text);
  return instant === undefined ? undefined : dayOf(instant);
}

export const dayOf = (instant: bigint): number => Number((instant - mod(instant, NS_PER_DAY)) / NS_PER_DAY);
export const startOfDay = (day: number): bigint => BigInt(day) * NS_PER_DAY;

/** The remainder of a division that rounds down: not negative. */
export function mod(value: bigint, by: bigint): bigint {
  return ((value % by) + by) % by;
}

/** Prints a date as `2026-11-01`. */
export function printDate(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, -14);
}

/** Prints a timestamp with no zone, and 0, 3, 6 or 9 digits of a second. */
export function printTimestamp(instant: bigint, zone?: string): string {
  const offset = zone === undefined ? 0 : (offsetOfZone(zone) ?? 0);
  const local = instant + BigInt(offset) * 60n * NS_PER_SECOND;
  const whole = new Date(Number((local - mod(local, NS_PER_SECOND)) / NS_PER_MS)).toISOString().slice(0, -5);
  const mark = zone === undefined ? '' : offset === 0 ? 'Z' : zone;
  return `${whole}${printFraction(Number(mod(local, NS_PER_SECOND)))}${mark}`;
}

function printFraction(nanoseconds: number): string {
  if (nanoseconds === 0) return '';
  const digits = String(nanoseconds).padStart(9, '0');
  return `.${digits.slice(0, digits.endsWith('000000') ? 3 : digits.endsWith('000') ? 6 : 9)}`;
}

/** A timestamp taken apart. */
type Civil = ReturnType<typeof civilOf>;

function civilOf(instant: bigint) {
  const nanosecond = Number(mod(instant, NS_PER_SECOND));
  const epochSeconds = Number((instant - BigInt(nanosecond)) / NS_PER_SECOND);
  const date = new Date(epochSeconds * 1000);
  const year = date.getUTCFullYear();
  return {
    year,
    /** From 1. */
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    nanosecond,
    /** Sunday is 0. */
    weekday: date.getUTCDay(),
    /** From 1. */
    dayOfYear: Math.floor((date.getTime() - dayStart(year, 1, 1)!) / MS_PER_DAY) + 1,
    epochSeconds,
  };
}

/** The ISO week and its year: weeks begin on Monday, and the first one contains 4 January. */
function isoWeek({ year, dayOfYear, weekday }: Civil): { year: number; week: number } {
  const week = Math.floor((dayOfYear - ((weekday + 6) % 7) + 9) / 7);
  const weeksIn = (one: number): number => {
    const last = new Date(dayStart(one, 12, 31)!).getUTCDay();
    return last === 4 || (last === 5 && dayStart(one, 2, 29) !== undefined) ? 53 : 52;
  };
  if (week < 1) return { year: year - 1, week: weeksIn(year - 1) };
  return week > weeksIn(year) ? { year: year + 1, week: 1 } : { year, week };
}

/** The parts of `date_part` and `extract`. `epoch` is a float, all others are integers. */
export const DATE_PARTS: Readonly<Record<string, (civil: Civil) => number>> = {
  year: ({ year }) => year,
  quarter: ({ month }) => Math.ceil(month / 3),
  month: ({ month }) => month,
  week: (civil) => isoWeek(civil).week,
  day: ({ day }) => day,
  hour: ({ hour }) => hour,
  minute: ({ minute }) => minute,
  second: ({ second }) => second,
  millisecond: ({ second, nanosecond }) => second * 1000 + Math.floor(nanosecond / 1e6),
  microsecond: ({ second, nanosecond }) => second * 1e6 + Math.floor(nanosecond / 1e3),
  nanosecond: ({ second, nanosecond }) => second * 1e9 + nanosecond,
  dow: ({ weekday }) => weekday,
  doy: ({ dayOfYear }) => dayOfYear,
  epoch: ({ epochSeconds, nanosecond }) => epochSeconds + nanosecond / 1e9,
};

/** Returns a part of a timestamp. `epoch` is not taken apart: it is the most frequent one. */
export function datePart(part: string, instant: bigint): number {
  if (part === 'epoch') return instant % NS_PER_SECOND === 0n ? Number(instant / NS_PER_SECOND) : Number(instant) / 1e9;
  return DATE_PARTS[part]!(civilOf(instant));
}

const FIXED: Readonly<Record<string, bigint>> = {
  microsecond: 1000n,
  millisecond: NS_PER_MS,
  second: NS_PER_SECOND,
  minute: 60n * NS_PER_SECOND,
  hour: 3600n * NS_PER_SECOND,
  day: NS_PER_DAY,
};
/** The precisions of `date_trunc`. */
export const TRUNCATIONS = ['year', 'quarter', 'month', 'week', ...Object.keys(FIXED)];

/** Truncates a timestamp to one of {@link TRUNCATIONS}. */
export function truncated(precision: string, instant: bigint): bigint {
  const fixed = FIXED[precision];
  if (fixed !== undefined) return instant - mod(instant, fixed);
  const { year, month, weekday } = civilOf(instant);
  if (precision === 'week') return startOfDay(dayOf(instant) - ((weekday + 6) % 7));
  const first = precision === 'year' ? 1 : precision === 'quarter' ? Math.floor((month - 1) / 3) * 3 + 1 : month;
  return BigInt(dayStart(year, first, 1)!) * NS_PER_MS;
}

/** Outside the 64 bits of a timestamp: in a year that no date has. */
const NO_TIMESTAMP = 2n ** 64n;

/** Adds an interval: months first, cut to the last day of the month. @param sign 1 or -1 @returns perhaps no timestamp */
export function addInterval(instant: bigint, { months, days, nanoseconds }: Interval, sign: number): bigint {
  let result = instant;
  if (months !== 0) {
    const { year, month, day } = civilOf(instant);
    const index = year * 12 + month - 1 + months * sign;
    const [inYear, inMonth] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1];
    const last = new Date(Date.UTC(inYear, inMonth, 0)).getUTCDate();
    const midnight = dayStart(inYear, inMonth, Math.min(day, last));
    if (midnight === undefined) return NO_TIMESTAMP;
    result = BigInt(midnight) * NS_PER_MS + mod(instant, NS_PER_DAY);
  }
  return result + BigInt(days * sign) * NS_PER_DAY + nanoseconds * BigInt(sign);
}

/** The start of the bin that contains a timestamp. @returns undefined for an interval that is not positive, or mixes months and time; perhaps no timestamp */
export function binOf(interval: Interval, instant: bigint, origin: bigint): bigint | undefined {
  const { months, days, nanoseconds } = interval;
  const stride = BigInt(days) * NS_PER_DAY + nanoseconds;
  if (months === 0) return stride <= 0n ? undefined : instant - mod(instant - origin, stride);
  if (stride !== 0n || months < 0) return undefined;
  const start = civilOf(origin);
  const at = civilOf(instant);
  const between = (at.year - start.year) * 12 + at.month - start.month;
  const bins = Math.floor(between / months);
  const bin = addInterval(origin, new Interval(bins * months, 0, 0n), 1);
  return bin <= instant ? bin : addInterval(origin, new Interval((bins - 1) * months, 0, 0n), 1);
}

const INTERVAL_UNITS: readonly (readonly [pattern: RegExp, months: number, days: number, nanoseconds: bigint])[] = [
  [/^centur(y|ies)$/, 1200, 0, 0n],
  [/^decades?$/, 120, 0, 0n],
  [/^(y|yrs?|years?)$/, 12, 0, 0n],
  [/^(mons?|months?)$/, 1, 0, 0n],
  [/^(w|weeks?)$/, 0, 7, 0n],
  [/^(d|days?)$/, 0, 1, 0n],
  [/^(h|hrs?|hours?)$/, 0, 0, 3600n * NS_PER_SECOND],
  [/^(m|mins?|minutes?)$/, 0, 0, 60n * NS_PER_SECOND],
  [/^(s|secs?|seconds?|)$/, 0, 0, NS_PER_SECOND],
  [/^(ms|msecs?|milliseconds?)$/, 0, 0, NS_PER_MS],
  [/^(us|usecs?|microseconds?)$/, 0, 0, 1000n],
  [/^(ns|nsecs?|nanoseconds?)$/, 0, 0, 1n],
];

/** Parses `15 minutes`, `1 day 2 hours`, `-1.5 hours`, `01:30:00`. */
export function intervalFrom(text: string): Interval | undefined {
  let months = 0;
  let days = 0;
  let nanoseconds = 0n;
  let rest = text.trim().toLowerCase();
  if (rest === '') return undefined;
  while (rest !== '') {
    const [all, sign, whole, clock, fraction = '', unit = ''] =
      /^([+-]?)(\d{1,15})((?::\d{1,2}){1,2})?(?:\.(\d{1,9}))?\s*([a-z]*)[\s,]*/.exec(rest) ?? [];
    if (all === undefined) return undefined;
    const signed = sign === '-' ? -1 : 1;
    if (clock !== undefined) {
      const [minutes = '0', seconds = '0'] = clock.slice(1).split(':');
      const total = (BigInt(whole!) * 60n + BigInt(minutes)) * 60n + BigInt(seconds);
      nanoseconds += BigInt(signed) * (total * NS_PER_SECOND + BigInt(fraction.padEnd(9, '0')));
    } else {
      const found = INTERVAL_UNITS.find(([pattern]) => pattern.test(unit));
      if (found === undefined) return undefined;
      const [, perMonth, perDay, perNano] = found;
      const part = BigInt(fraction.padEnd(9, '0'));
      if (perMonth > 0 && part !== 0n) return undefined;
      months += signed * perMonth * Number(whole);
      days += signed * perDay * Number(whole);
      nanoseconds +=
        BigInt(signed) * (perNano * BigInt(whole!) + ((perNano + BigInt(perDay) * NS_PER_DAY) * part) / NS_PER_SECOND);
    }
    rest = rest.slice(all.length);
  }
  return Number.isSafeInteger(months) && Number.isSafeInteger(days)
    ? new Interval(months, days, nanoseconds)
    : undefined;
}

const pad = (value: number, digits: number, fill = '0'): string => String(value).padStart(digits, fill);
/** Formats that consist of others. */
const COMPOSITE: Readonly<Record<string, string>> = {
  c: '%a %b %e %H:%M:%S %Y',
  D: '%m/%d/%y',
  x: '%m/%d/%y',
  F: '%Y-%m-%d',
  v: '%e-%b-%Y',
  R: '%H:%M',
  T: '%H:%M:%S',
  X: '%H:%M:%S',
  r: '%I:%M:%S %p',
  '+': '%Y-%m-%dT%H:%M:%S%.f%:z',
};
/** A specifier of chrono: how it prints a time, the text that it parses, and the numbers in it; `undefined` where it only prints. */
type Specifier = readonly [
  print: ((civil: Civil) => string) | undefined,
  pattern?: string,
  range?: readonly [least: number, most: number],
];
const SPECIFIERS: Readonly<Record<string, Specifier>> = {
  Y: [({ year }) => pad(year, 4), '[+-]?\\d{1,6}', YEARS],
  y: [({ year }) => pad(year % 100, 2), '\\d{1,2}'],
  C: [({ year }) => pad(Math.floor(year / 100), 2)],
  m: [({ month }) => pad(month, 2), '\\d{1,2}', [1, 12]],
  b: [({ month }) => MONTHS[month - 1]!.slice(0, 3), '[a-z]{3,9}'],
  h: [({ month }) => MONTHS[month - 1]!.slice(0, 3), '[a-z]{3,9}'],
  B: [({ month }) => MONTHS[month - 1]!, '[a-z]{3,9}'],
  d: [({ day }) => pad(day, 2), ' ?\\d{1,2}', [1, 31]],
  e: [({ day }) => pad(day, 2, ' '), ' ?\\d{1,2}', [1, 31]],
  a: [({ weekday }) => DAYS[weekday]!.slice(0, 3), '[a-z]{3,9}'],
  A: [({ weekday }) => DAYS[weekday]!, '[a-z]{3,9}'],
  w: [({ weekday }) => String(weekday)],
  u: [({ weekday }) => String(weekday === 0 ? 7 : weekday)],
  j: [({ dayOfYear }) => pad(dayOfYear, 3), '\\d{1,3}', [1, 366]],
  G: [(civil) => pad(isoWeek(civil).year, 4)],
  g: [(civil) => pad(isoWeek(civil).year % 100, 2)],
  V: [(civil) => pad(isoWeek(civil).week, 2)],
  U: [({ dayOfYear, weekday }) => pad(Math.floor((dayOfYear + 6 - weekday) / 7), 2)],
  W: [({ dayOfYear, weekday }) => pad(Math.floor((dayOfYear + 6 - ((weekday + 6) % 7)) / 7), 2)],
  H: [({ hour }) => pad(hour, 2), ' ?\\d{1,2}', [0, 23]],
  k: [({ hour }) => pad(hour, 2, ' '), ' ?\\d{1,2}', [0, 23]],
  I: [({ hour }) => pad(hour % 12 || 12, 2), ' ?\\d{1,2}', [1, 12]],
  l: [({ hour }) => pad(hour % 12 || 12, 2, ' '), ' ?\\d{1,2}', [1, 12]],
  p: [({ hour }) => (hour < 12 ? 'AM' : 'PM'), '[ap]m'],
  P: [({ hour }) => (hour < 12 ? 'am' : 'pm'), '[ap]m'],
  M: [({ minute }) => pad(minute, 2), '\\d{1,2}', [0, 59]],
  S: [({ second }) => pad(second, 2), '\\d{1,2}', [0, 60]],
  f: [({ nanosecond }) => pad(nanosecond, 9), '\\d{1,9}'],
  '.f': [({ nanosecond }) => printFraction(nanosecond), '(?:\\.\\d{1,9})?'],
  ...Object.fromEntries(
    [3, 6, 9].flatMap((digits): [string, Specifier][] => [
      [`.${digits}f`, [({ nanosecond }) => `.${pad(nanosecond, 9).slice(0, digits)}`, '(?:\\.\\d{1,9})?']],
      [`${digits}f`, [({ nanosecond }) => pad(nanosecond, 9).slice(0, digits), `\\d{${digits}}`]],
    ]),
  ),
  s: [({ epochSeconds }) => String(epochSeconds), '-?\\d{1,12}'],
  z: [undefined, '[+-]\\d{2}:?\\d{2}|Z'],
  ':z': [undefined, '[+-]\\d{2}:?\\d{2}|Z'],
  '#z': [undefined, '[+-]\\d{2}(?::?\\d{2})?|Z'],
};
const SPECIFIER = /%([-_0]?)(\.[369]f|\.f|[369]f|:z|#z|[A-Za-z+%])/g;

/** A part of a format: literal text, or a specifier. */
type FormatPart = string | { readonly name: string; readonly padding: string; readonly specifier: Specifier };

/** Splits a chrono format. @param needed what specifiers must have: 0 prints, 1 parses @returns undefined if one is unknown, or lacks it */
function partsOf(format: string, needed: 0 | 1): FormatPart[] | undefined {
  const parts: FormatPart[] = [];
  const expanded = format.replace(SPECIFIER, (all, _, name: string) => COMPOSITE[name] ?? all);
  let at = 0;
  for (const { 0: all, 1: padding = '', 2: name = '', index } of expanded.matchAll(SPECIFIER)) {
    if (index > at) parts.push(expanded.slice(at, index));
    at = index + all.length;
    const literal = { '%': '%', n: '\n', t: '\t' }[name];
    const specifier = SPECIFIERS[name];
    if (literal !== undefined) parts.push(literal);
    else if (specifier?.[needed] === undefined) return undefined;
    else parts.push({ name, padding, specifier });
  }
  if (at < expanded.length) parts.push(expanded.slice(at));
  return parts.some((part) => typeof part === 'string' && part !== '%' && part.includes('%')) ? undefined : parts;
}

/** Builds the printer of a chrono format. @returns undefined if it has an unknown specifier, or one for zones */
export function timePrinter(format: string): ((instant: bigint) => string) | undefined {
  const parts = partsOf(format, 0);
  if (parts === undefined) return undefined;
  return (instant) => {
    const civil = civilOf(instant);
    return parts
      .map((part) => (typeof part === 'string' ? part : repadded(part.specifier[0]!(civil), part.padding)))
      .join('');
  };
}

function repadded(text: string, padding: string): string {
  if (padding === '-') return text.replace(/^[0 ]+(?=.)/, '');
  if (padding === '_') return text.replace(/^0+(?=.)/, (zeros) => ' '.repeat(zeros.length));
  return padding === '0' ? text.replace(/^ +/, (blanks) => '0'.repeat(blanks.length)) : text;
}

/** Builds the parser of a chrono format. @returns undefined if it has an unknown specifier, or one that is only printed */
export function timeParser(format: string): ((text: string) => bigint | undefined) | undefined {
  const parts = partsOf(format, 1);
  if (parts === undefined) return undefined;
  const names = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
  const source = parts.map((part) =>
    typeof part === 'string'
      ? part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s*')
      : `(${part.specifier[1]})`,
  );
  const pattern = new RegExp(`^${source.join('')}$`, 'i');
  return (text) => {
    const found = pattern.exec(text);
    return found === null ? undefined : instantOf(new Map(names.map((name, index) => [name, found[index + 1]!])));
  };
}

function instantOf(parts: ReadonlyMap<string, string>): bigint | undefined {
  for (const [name, text] of parts) {
    const range = SPECIFIERS[name]![2];
    if (range !== undefined && (Number(text) < range[0] || Number(text) > range[1])) return undefined;
  }
  const numberAt = (...names: string[]): number | undefined => {
    const name = names.find((one) => parts.has(one));
    return name === undefined ? undefined : Number(parts.get(name)!.trim());
  };
  const zone = parts.get('z') ?? parts.get(':z') ?? parts.get('#z');
  const [, fraction] = [...parts].find(([name]) => name.endsWith('f')) ?? [];
  const shortYear = numberAt('y');
  const year = numberAt('Y') ?? (shortYear === undefined ? undefined : shortYear + (shortYear < 70 ? 2000 : 1900));
  const named = (parts.get('b') ?? parts.get('B') ?? parts.get('h'))?.toLowerCase();
  const month =
    named === undefined
      ? numberAt('m')
      : MONTHS.findIndex((one) => one.toLowerCase() === named || one.slice(0, 3).toLowerCase() === named) + 1;
  const half = (parts.get('p') ?? parts.get('P'))?.toLowerCase();
  const short = numberAt('I', 'l');
  const hour =
    numberAt('H', 'k') ??
    (short === undefined || half === undefined ? undefined : (short % 12) + (half === 'pm' ? 12 : 0));
  const dayOfYear = numberAt('j');
  const epoch = numberAt('s');
  const rest = BigInt((fraction ?? '').replace('.', '').padEnd(9, '0'));
  if (epoch !== undefined) return BigInt(epoch) * NS_PER_SECOND + rest;
  if (year === undefined || hour === undefined) return undefined;
  const start =
    dayOfYear === undefined
      ? dayStart(year, month ?? 0, numberAt('d', 'e') ?? 0)
      : dayStart(year, 1, 1)! + (dayOfYear - 1) * MS_PER_DAY;
  const isPastYear = dayOfYear === 366 && dayStart(year, 2, 29) === undefined;
  const offset = zone === undefined ? 0 : offsetOfZone(zone);
  if (start === undefined || isPastYear || offset === undefined) return undefined;
  const seconds = start / 1000 + (hour * 60 + (numberAt('M') ?? 0) - offset) * 60 + (numberAt('S') ?? 0);
  const exact = BigInt(seconds) * NS_PER_SECOND + rest;
  return isTimestamp(exact) ? exact : undefined;
}
