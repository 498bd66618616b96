// Conversions between SQL types, the names of types in SQL and Arrow, and values as text. One conversion serves CAST, TRY_CAST and `::`.
import { bytesToHex } from '@noble/hashes/utils.js';
import { Decimal, printJson, type Value } from '../../base/index.ts';
import {
  addInterval,
  dateFrom,
  dayOf,
  intervalFrom,
  isTimestamp,
  mod,
  offsetOfZone,
  printDate,
  printTimestamp,
  startOfDay,
  timestampFrom,
} from './sql-time.ts';
import { listOf, printType, type SqlType, type TimeUnit, TYPES, timestampOf, UNIT_NANOSECONDS } from './sql-type.ts';
import { fits, type Int, Interval, integer, type JsonContent, type SqlValue } from './sql-value.ts';

/** Converts a value that is not NULL. Undefined: it has no such form, so that CAST fails and TRY_CAST returns NULL. */
type Conversion<Of extends SqlValue = never> = (value: Of) => SqlValue | undefined;
type IntType = SqlType & { kind: 'int' };
type TimeType = SqlType & { kind: 'timestamp' };

const int = (bits: 8 | 16 | 32 | 64, isUnsigned = false): SqlType => ({ kind: 'int', bits, isUnsigned });
/** Types with their names in SQL. */
const SQL_NAMES: readonly (readonly [type: SqlType, ...names: string[]])[] = [
  [TYPES.bool, 'BOOLEAN', 'BOOL'],
  [int(8), 'TINYINT'],
  [int(16), 'SMALLINT', 'INT2'],
  [TYPES.int32, 'INT', 'INT4', 'INTEGER'],
  [TYPES.int64, 'BIGINT', 'INT8'],
  [int(8, true), 'TINYINT UNSIGNED'],
  [int(16, true), 'SMALLINT UNSIGNED'],
  [int(32, true), 'INT UNSIGNED', 'INTEGER UNSIGNED'],
  [TYPES.uint64, 'BIGINT UNSIGNED'],
  [{ kind: 'float', bits: 32 }, 'REAL', 'FLOAT4', 'FLOAT'],
  [TYPES.float, 'DOUBLE', 'DOUBLE PRECISION', 'FLOAT8'],
  [TYPES.text, 'TEXT', 'STRING', 'VARCHAR', 'CHAR', 'CHARACTER VARYING', 'CHAR VARYING'],
  [TYPES.binary, 'BYTEA'],
  [TYPES.date, 'DATE'],
  [TYPES.interval, 'INTERVAL'],
  [TYPES.timestamp, 'TIMESTAMP', 'TIMESTAMP WITHOUT TIME ZONE'],
  [timestampOf('Nanosecond', '+00:00'), 'TIMESTAMPTZ', 'TIMESTAMP WITH TIME ZONE'],
];
const SQL_TYPES = new Map(SQL_NAMES.flatMap(([type, ...names]) => names.map((name) => [name, type] as const)));
/** By the names that `arrow_typeof` prints, and by those of other layouts. */
const ARROW_TYPES = new Map([
  ...SQL_NAMES.filter(([{ kind }]) => kind !== 'interval' && kind !== 'timestamp').map(
    ([type]) => [printType(type), type] as const,
  ),
  ...['LargeUtf8', 'Utf8View'].map((name) => [name, TYPES.text] as const),
  ...['LargeBinary', 'BinaryView'].map((name) => [name, TYPES.binary] as const),
]);
/** Names of types that casts accept, for messages. */
export const TYPE_NAMES = ['BOOLEAN', 'INT', 'BIGINT', 'DOUBLE', 'TEXT', 'TIMESTAMP', 'DATE', 'BYTEA'];

/** The type of a name in SQL. @returns undefined for an unknown one */
export function typeFromSql(name: string, isList: boolean): SqlType | undefined {
  const type = SQL_TYPES.get(name.replace(/^((?:VAR)?CHAR)\(\d+\)$/, '$1'));
  return type && (isList ? listOf(type) : type);
}

/** The type of Arrow's name: `Int32`, `Timestamp(Microsecond, Some("+08:00"))`, `Dictionary(Int32, Utf8)`. */
export function typeFromArrow(name: string): SqlType | undefined {
  const plain = ARROW_TYPES.get(name.trim());
  if (plain !== undefined) return plain;
  const [, unit, zone] =
    /^Timestamp\((Second|Millisecond|Microsecond|Nanosecond), ?(?:None|Some\("([^"]*)"\))\)$/.exec(name) ?? [];
  if (unit !== undefined && (zone === undefined || offsetOfZone(zone) !== undefined))
    return timestampOf(unit as TimeUnit, zone);
  const [, value] = /^Dictionary\(U?Int(?:8|16|32|64), ?(\w+)\)$/.exec(name) ?? [];
  return value === undefined ? undefined : ARROW_TYPES.get(value);
}

const TRUE_WORDS = /^(t|tr|tru|true|y|ye|yes|on|1)$/i;
const FALSE_WORDS = /^(f|fa|fal|fals|false|n|no|of|off|0)$/i;
const FLOAT_TEXT = /^[+-]?(?:\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|inf(?:inity)?|nan)$/i;
/** Texts with more digits are no 64-bit integer. */
const MAX_INTEGER_TEXT = 40;

const same = (value: SqlValue): SqlValue => value;
/** The conversion of a type of which no value converts. */
export const never = (): undefined => undefined;
const isNonZero = (value: number): boolean => value !== 0;

function limitedTo({ bits, isUnsigned }: IntType): (value: Int) => Int | undefined {
  return (value) => (fits(value, bits, isUnsigned) ? value : undefined);
}

/** JSON converts to a type only if it has it; any other JSON becomes NULL, as in the JSON functions. An object of the dataset is its text. */
const ofJson =
  (read: (value: Value, to: IntType) => SqlValue) =>
  (to: IntType, from: SqlType & { kind: 'json' }): Conversion =>
    from.isUnion ? ({ value }: JsonContent) => read(value, to) : never;

/** By the kinds of both types: the conversion, or undefined if there is none. Others convert only to their own kind, and to text as printed. */
const CONVERSIONS: Readonly<Record<string, (to: never, from: never) => Conversion | undefined>> = {
  'bool int': () => Number,
  'bool float': () => Number,
  'int int': (to: IntType, from: IntType) =>
    from.isUnsigned === to.isUnsigned && from.bits <= to.bits ? same : limitedTo(to),
  'int float': () => Number,
  'int bool': () => isNonZero,
  'float bool': () => isNonZero,
  'float int': (to: IntType) => (value: number) =>
    Number.isFinite(value) ? limitedTo(to)(integer(BigInt(Math.trunc(value)))) : undefined,
  'text int': integerFrom,
  'delivered-time int': integerFrom,
  'timestamp int':
    (to: IntType, { unit }: TimeType) =>
    (value: bigint) =>
      limitedTo(to)(integer((value - mod(value, UNIT_NANOSECONDS[unit])) / UNIT_NANOSECONDS[unit])),
  'date int': (to: IntType) => (to.bits >= 32 ? limitedTo(to) : undefined),
  'text float': () => floatFrom,
  'text bool': () => (text: string) =>
    TRUE_WORDS.test(text.trim()) ? true : FALSE_WORDS.test(text.trim()) ? false : undefined,
  'timestamp timestamp':
    ({ unit }: TimeType) =>
    (value: bigint) =>
      value - mod(value, UNIT_NANOSECONDS[unit]),
  'date timestamp': () => (day: number) => (isTimestamp(startOfDay(day)) ? startOfDay(day) : undefined),
  'text timestamp': timestampConversion,
  'delivered-time timestamp': timestampConversion,
  'text date': () => dateFrom,
  'delivered-time date': () => (text: SqlValue) => (typeof text === 'string' ? dateFrom(text) : undefined),
  'timestamp date': () => dayOf,
  'text interval': () => intervalFrom,
  'text binary': () => (text: string) => new TextEncoder().encode(text),
  'binary text': () => textOfBytes,
  'json text': (_: SqlType, { isUnion }: SqlType & { kind: 'json' }) =>
    isUnion ? ({ value }: JsonContent) => (typeof value === 'string' ? value : null) : jsonText,
  'json int': ofJson((value, to) => (isInteger(value) && fits(value, to.bits, to.isUnsigned) ? value : null)),
  'json float': ofJson((value) =>
    isInteger(value) ? Number(value) : value instanceof Decimal ? Number(value.text) : null,
  ),
  'json bool': ofJson((value) => (typeof value === 'boolean' ? value : null)),
  'list list': (to: SqlType & { kind: 'list' }, from: SqlType & { kind: 'list' }) => each([from.element], [to.element]),
  'struct struct': (to: SqlType & { kind: 'struct' }, from: SqlType & { kind: 'struct' }) =>
    from.entries.length === to.entries.length
      ? each(
          from.entries.map(([, type]) => type),
          to.entries.map(([, type]) => type),
        )
      : undefined,
};

/** How values convert. @returns undefined when the platform, or headgate, has no such conversion */
export function conversionOf(from: SqlType, to: SqlType): Conversion<SqlValue> | undefined {
  if (from.kind === 'null') return () => null;
  const build = CONVERSIONS[`${from.kind} ${to.kind}`] as
    | ((to: SqlType, from: SqlType) => Conversion<SqlValue> | undefined)
    | undefined;
  const printed = to.kind === 'text' ? (value: SqlValue) => printSql(value, from) : undefined;
  const convert = build === undefined ? (from.kind === to.kind ? same : printed) : build(to, from);
  if (to.kind !== 'float' || to.bits !== 32 || convert === undefined) return convert;
  return (value) => {
    const converted = convert(value);
    return typeof converted === 'number' ? Math.fround(converted) : converted;
  };
}

/** Converts each element; the last type is that of all further ones. */
function each(from: readonly SqlType[], to: readonly SqlType[]): Conversion | undefined {
  const conversions = from.map((type, index) => conversionOf(type, to[index]!));
  if (conversions.includes(undefined)) return undefined;
  return (values: readonly SqlValue[]) => {
    const result: SqlValue[] = [];
    for (const [index, value] of values.entries()) {
      const converted = value === null ? null : conversions[Math.min(index, conversions.length - 1)]!(value);
      if (converted === undefined) return undefined;
      result.push(converted);
    }
    return result;
  };
}

function integerFrom(to: IntType): Conversion {
  const limited = limitedTo(to);
  return (value: string | Int) => {
    if (typeof value !== 'string') return limited(value);
    const isInteger = /^[+-]?\d+$/.test(value) && value.length <= MAX_INTEGER_TEXT;
    return isInteger ? limited(integer(BigInt(value.replace('+', '')))) : undefined;
  };
}

/** A text without a zone is local time of the zone. */
function timestampConversion({ unit, zone }: TimeType): Conversion {
  const offset = zone === undefined ? 0 : (offsetOfZone(zone) ?? 0);
  const toUtc = new Interval(0, 0, BigInt(offset) * 60_000_000_000n);
  return (text: SqlValue) => {
    const instant = typeof text === 'string' ? timestampFrom(text) : undefined;
    if (instant === undefined) return undefined;
    const isLocal = offset !== 0 && !/([Zz]|[+-]\d{2}(:?\d{2})?)$/.test((text as string).slice(10));
    const utc = isLocal ? addInterval(instant, toUtc, -1) : instant;
    return utc - mod(utc, UNIT_NANOSECONDS[unit]);
  };
}

function floatFrom(text: string): number | undefined {
  if (!FLOAT_TEXT.test(text)) return undefined;
  const word = text.toLowerCase().replace(/^[+-]/, '');
  if (word.startsWith('inf')) return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return word === 'nan' ? Number.NaN : Number(text);
}

function textOfBytes(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const isInteger = (value: Value): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';

/** JSON as text: as written, or compact. */
export function jsonText({ text, value }: JsonContent): string {
  return text ?? printJson(value);
}

/** Prints a value as SQL clients show it, and CAST to text returns it: `2026-11-01T10:00:00`, `[1, 2]`, `{a: 1}`. */
export function printSql(value: SqlValue, type: SqlType): string {
  if (value === null) return 'NULL';
  switch (type.kind) {
    case 'float':
      return printFloat(value as number, type.bits);
    case 'date':
      return printDate(value as number);
    case 'timestamp':
      return printTimestamp(value as bigint, type.zone);
    case 'binary':
      return bytesToHex(value as Uint8Array);
    case 'json':
      return jsonText(value as JsonContent);
    case 'interval':
      return printInterval(value as Interval);
    case 'list':
      return `[${(value as readonly SqlValue[]).map((inner) => printSql(inner, type.element)).join(', ')}]`;
    case 'struct':
      return `{${type.entries.map(([key, inner], index) => `${key}: ${printSql((value as readonly SqlValue[])[index]!, inner)}`).join(', ')}}`;
    default:
      return String(value);
  }
}

/** Sizes of floats that the engine prints without an exponent, by their bits: from the first, below the second. Those of Ryū, which arrow-cast prints with. */
const PLAIN_FLOATS = { 32: [1e-6, 1e13], 64: [1e-5, 1e16] } as const;

function printFloat(value: number, bits: 32 | 64): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? 'inf' : '-inf';
  const [least, end] = PLAIN_FLOATS[bits];
  const shortest = shortestFloat(value, bits);
  const size = Math.abs(shortest);
  const isPlain = size === 0 || (size >= least && size < end);
  const text = isPlain ? (Object.is(value, -0) ? '-0' : String(shortest)) : shortest.toExponential().replace('e+', 'e');
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** Returns the number with the fewest digits that is the same float. */
function shortestFloat(value: number, bits: 32 | 64): number {
  if (bits === 64) return value;
  let digits = 1;
  while (Math.fround(Number(value.toPrecision(digits))) !== value && digits < FLOAT_DIGITS) digits += 1;
  return Number(value.toPrecision(digits));
}

/** Most digits that a float of 32 bits needs: no other float reads back from them. */
const FLOAT_DIGITS = 9;

function printInterval({ months, days, nanoseconds }: Interval): string {
  const parts = [
    months !== 0 && `${months} mons`,
    days !== 0 && `${days} days`,
    nanoseconds !== 0n && `${Number(nanoseconds) / 1e9} secs`,
  ].filter(Boolean);
  return parts.length === 0 ? '0 secs' : parts.join(' ');
}

/** Builds the printer of a type's values as compact JSON with sorted keys. NULL, and floats that JSON lacks, become `null`. */
export function jsonPrinter(type: SqlType): (value: SqlValue) => string {
  const print = printerOf(type);
  return (value) => (value === null ? 'null' : print(value as never));
}

function printerOf(type: SqlType): (value: never) => string {
  switch (type.kind) {
    case 'text':
      return JSON.stringify;
    case 'delivered-time':
      return (value) => (typeof value === 'string' ? JSON.stringify(value) : String(value));
    case 'float':
      return (value: number) => {
        if (!Number.isFinite(value)) return 'null';
        return Object.is(value, -0) ? '-0.0' : String(shortestFloat(value, type.bits));
      };
    case 'date':
    case 'timestamp':
    case 'interval': {
      const shown = type.kind === 'timestamp' ? { ...type, zone: type.zone ?? 'Z' } : type;
      return (value) => `"${printSql(value, shown)}"`;
    }
    case 'binary':
      return (value: Uint8Array) => `"${Buffer.from(value).toString('base64')}"`;
    case 'json':
      return jsonText;
    case 'list': {
      const print = jsonPrinter(type.element);
      return (value: readonly SqlValue[]) => `[${value.map(print).join(',')}]`;
    }
    case 'struct':
      return objectPrinter(type.entries.map(([key, inner]) => ({ name: key, print: jsonPrinter(inner) })));
    default:
      return String;
  }
}

/** Builds the printer of an object: keys sorted, each once, the last of equal ones. Values that are undefined are left out. */
export function objectPrinter(
  entries: readonly { readonly name: string; print(value: SqlValue): string }[],
): (values: readonly (SqlValue | undefined)[]) => string {
  const last = new Map(
    entries.map(({ name, print }, index) => [name, { prefix: `${JSON.stringify(name)}:`, index, print }]),
  );
  const sorted = [...last].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  return (values) => {
    let json = '';
    for (const { prefix, index, print } of sorted) {
      const value = values[index];
      if (value !== undefined) json += `${json === '' ? '' : ','}${prefix}${print(value)}`;
    }
    return `{${json}}`;
  };
}
