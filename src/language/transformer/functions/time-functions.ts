// Functions of times. Parts and formats are constants, so that an unknown one is a problem and not a failure.
import { dayStart, MS_PER_DAY, nearest } from '../../../base/index.ts';
import {
  binOf,
  DATE_PARTS,
  datePart,
  isTimestamp,
  mod,
  startOfDay,
  TRUNCATIONS,
  timeParser,
  timePrinter,
  timestampFrom,
  truncated,
} from '../sql-time.ts';
import { type SqlType, type TimeUnit, TYPES, UNIT_NANOSECONDS } from '../sql-type.ts';
import type { Int, Interval, Result, SqlValue } from '../sql-value.ts';
import { type CallSite, type Implementation, sqlFunctions } from './sql-function.ts';

/** Reads a word that must be a constant of a list. @returns a valid word in every case */
function word(site: CallSite, index: number, words: readonly string[], what: string): string {
  const written = site.constants[index];
  const found = typeof written === 'string' ? written.toLowerCase() : undefined;
  if (found !== undefined && words.includes(found)) return found;
  const near = found === undefined ? undefined : nearest(found, words);
  site.reject(index, found === undefined ? 'constant-expected' : 'invalid-argument', {
    found: found === undefined ? undefined : JSON.stringify(written),
    expected: `${what}: ${words.join(', ')}`,
    fix: near === undefined ? undefined : `did you mean ${near}?`,
  });
  return words[0]!;
}

const PARTS = Object.keys(DATE_PARTS);

function partFunction(site: CallSite): Implementation {
  const part = word(site, 0, PARTS, 'a part of a time');
  return (_: string, instant: bigint) => datePart(part, instant);
}

const partType = (_: readonly SqlType[], { constants: [part] }: CallSite): SqlType => {
  const name = String(part).toLowerCase();
  return name === 'epoch' ? TYPES.float : name === 'nanosecond' ? TYPES.int64 : TYPES.int32;
};

/** Builds something from the chrono format of an argument, which must be a constant. @returns undefined after a problem */
function ofFormat<Built>(site: CallSite, index: number, build: (format: string) => Built | undefined, known: string) {
  const format = site.constants[index];
  if (typeof format !== 'string') {
    site.reject(index, 'constant-expected', { expected: "a chrono format as a constant text: '%Y-%m-%d %H:%M:%S'" });
    return undefined;
  }
  const found = build(format);
  if (found === undefined)
    site.reject(index, 'invalid-argument', {
      found: JSON.stringify(format),
      expected: `a chrono format with ${known}`,
    });
  return found;
}

/** Parses with the first format that matches. */
function parserOf(site: CallSite): (text: string) => bigint | undefined {
  const parsers = site.constants.slice(1).map((_, index) => ofFormat(site, index + 1, timeParser, 'known specifiers'));
  if (parsers.length === 0) return timestampFrom;
  return (text) => {
    for (const parse of parsers) {
      const found = parse?.(text);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** `to_timestamp` and its variants. @param unit of the result @param integerUnit of integers */
function toTimestamp(unit: TimeUnit, integerUnit: TimeUnit): (site: CallSite) => Implementation {
  const size = UNIT_NANOSECONDS[integerUnit];
  const step = UNIT_NANOSECONDS[unit];
  return (site) => {
    const parse = parserOf(site);
    const [type] = site.types;
    const fail = (found: SqlValue): Result =>
      site.fail(
        'timestamp',
        `${site.name} cannot read ${typeof found === 'string' ? JSON.stringify(found.slice(0, 40)) : found}`,
        typeof found === 'string'
          ? 'test the value with regexp_like in CASE, or write TRY_CAST(… AS TIMESTAMP)'
          : 'write to_timestamp_nanos(…) for nanoseconds, to_timestamp_millis(…) for milliseconds',
      );
    const limited = (instant: bigint | undefined, found: SqlValue): Result => {
      if (instant === undefined || !isTimestamp(instant)) return fail(found);
      return step === 1n ? instant : instant - mod(instant, step);
    };
    // Consecutive lines often have the same second.
    let last: SqlValue = null;
    let lastResult: Result = null;
    const parsed = (text: string): Result => {
      if (text !== last) {
        last = text;
        lastResult = limited(parse(text), text);
      }
      return lastResult;
    };
    return (value: SqlValue) => {
      if (typeof value === 'string') return parsed(value);
      if (type!.kind === 'timestamp') return limited(value as bigint, value);
      if (type!.kind === 'date') return limited(startOfDay(value as number), value);
      if (type!.kind === 'float') {
        const nanoseconds = (value as number) * Number(size);
        return limited(Number.isFinite(nanoseconds) ? BigInt(Math.trunc(nanoseconds)) : undefined, value);
      }
      return limited(BigInt(value as Int) * size, value);
    };
  };
}

function makeDate(site: CallSite, year: Int, month: Int, day: Int): Result {
  const isSmall = year >= 0 && year <= 9999;
  const start = isSmall ? dayStart(Number(year), Number(month), Number(day)) : undefined;
  return start === undefined
    ? site.fail('argument', `make_date has no day ${year}-${month}-${day}`, 'limit the parts with CASE')
    : start / MS_PER_DAY;
}

function toChar(site: CallSite): Implementation {
  const print = ofFormat(site, 1, timePrinter, 'known specifiers, and none for zones');
  return (instant: bigint) => print?.(instant) ?? null;
}

function dateBin(site: CallSite, interval: Interval, instant: bigint, origin = 0n): Result {
  const start = binOf(interval, instant, origin);
  if (start === undefined)
    return site.fail(
      'argument',
      'date_bin has an interval that is not positive, or mixes months with days',
      'write one unit',
    );
  return isTimestamp(start)
    ? start
    : site.fail('overflow', 'date_bin exceeds the range of a timestamp', 'use a smaller interval');
}

function dateTrunc(site: CallSite): Implementation {
  const precision = word(site, 0, TRUNCATIONS, 'a precision');
  return (_: string, instant: bigint) => truncated(precision, instant);
}

function fromUnixtime(site: CallSite, seconds: Int): Result {
  const instant = BigInt(seconds) * UNIT_NANOSECONDS.Second;
  return isTimestamp(instant)
    ? instant
    : site.fail('timestamp', `from_unixtime cannot read ${seconds}`, 'divide the value first: it counts seconds');
}

export const TIME_FUNCTIONS = sqlFunctions({
  'date_bin(interval time time?) timestamp !': dateBin,
  'date_trunc datetrunc(text time) second =': dateTrunc,
  'date_part datepart extract(text time) =': [partType, partFunction],
  'to_char date_format(time text) text ! =': toChar,
  'make_date(whole whole whole) date !': makeDate,
  'to_timestamp(instant text...) timestamp ! =': toTimestamp('Nanosecond', 'Second'),
  'to_timestamp_seconds(instant text...) seconds ! =': toTimestamp('Second', 'Second'),
  'to_timestamp_millis(instant text...) millis ! =': toTimestamp('Millisecond', 'Millisecond'),
  'to_timestamp_micros(instant text...) micros ! =': toTimestamp('Microsecond', 'Microsecond'),
  'to_timestamp_nanos(instant text...) timestamp ! =': toTimestamp('Nanosecond', 'Nanosecond'),
  'from_unixtime(int) seconds ! #from-unixtime': fromUnixtime,
  'now() timestamp random #volatile': () => 0n,
});
