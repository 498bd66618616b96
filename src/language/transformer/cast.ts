// Conversions between SQL types, the names of types in SQL and Arrow, and values as text. One conversion serves CAST, TRY_CAST and `::`.
import { bytesToHex } from '@noble/hashes/utils.js';
import { Decimal, printJson, type Value } from '../../base/index.ts';
import {
  addInterval,
  dateFrom,
  dayOf,
  intervalFrom,
  isTimestamp,
  offsetOfZone,
  printDate,
  printTimestamp,
  startOfDay,
  timestampFrom,
} from './sql-time.ts';
import {
  BINARY,
  BOOL,
  DATE,
  FLOAT64,
  INTERVAL,
  listOf,
  type SqlType,
  TEXT,
  type TimeUnit,
  UNIT_NANOSECONDS,
} from './sql-type.ts';
import { fits, Interval, integer, JsonContent, type SqlValue } from './sql-value.ts';

/** Converts a value that is not NULL. Undefined: it has no such form, so that CAST fails and TRY_CAST returns NULL. */
type Conversion = (value: never) => SqlValue | undefined;

const int = (bits: 8 | 16 | 32 | 64, isUnsigned = false): SqlType => ({ kind: 'int', bits, isUnsigned });
const timestamp = (unit: TimeUnit, zone?: string): SqlType => ({ kind: 'timestamp', unit, zone });

const SQL_TYPES: Readonly<Record<string, SqlType>> = {
  BOOLEAN: BOOL,
  BOOL,
  TINYINT: int(8),
  SMALLINT: int(16),
  INT2: int(16),
  INT: int(32),
  INT4: int(32),
  INTEGER: int(32),
  BIGINT: int(64),
  INT8: int(64),
  'TINYINT UNSIGNED': int(8, true),
  'SMALLINT UNSIGNED': int(16, true),
  'INT UNSIGNED': int(32, true),
  'INTEGER UNSIGNED': int(32, true),
  'BIGINT UNSIGNED': int(64, true),
  REAL: { kind: 'float', bits: 32 },
  FLOAT4: { kind: 'float', bits: 32 },
  FLOAT: { kind: 'float', bits: 32 },
  DOUBLE: FLOAT64,
  'DOUBLE PRECISION': FLOAT64,
  FLOAT8: FLOAT64,
  TEXT,
  STRING: TEXT,
  VARCHAR: TEXT,
  CHAR: TEXT,
  'CHARACTER VARYING': TEXT,
  'CHAR VARYING': TEXT,
  BYTEA: BINARY,
  DATE,
  INTERVAL,
  TIMESTAMP: timestamp('Nanosecond'),
  'TIMESTAMP WITHOUT TIME ZONE': timestamp('Nanosecond'),
  TIMESTAMPTZ: timestamp('Nanosecond', '+00:00'),
  'TIMESTAMP WITH TIME ZONE': timestamp('Nanosecond', '+00:00'),
};
const ARROW_TYPES: Readonly<Record<string, SqlType>> = {
  Boolean: BOOL,
  Int8: int(8),
  Int16: int(16),
  Int32: int(32),
  Int64: int(64),
  UInt8: int(8, true),
  UInt16: int(16, true),
  UInt32: int(32, true),
  UInt64: int(64, true),
  Float32: { kind: 'float', bits: 32 },
  Float64: FLOAT64,
  Utf8: TEXT,
  LargeUtf8: TEXT,
  Utf8View: TEXT,
  Binary: BINARY,
  LargeBinary: BINARY,
  BinaryView: BINARY,
  Date32: DATE,
};
/** Names of types that casts accept, for messages. */
export const TYPE_NAMES = ['BOOLEAN', 'INT', 'BIGINT', 'DOUBLE', 'TEXT', 'TIMESTAMP', 'DATE', 'BYTEA'];

/** The type of a name in SQL. @returns undefined for an unknown one */
export function typeFromSql(name: string, isList: boolean): SqlType | undefined {
  const type = SQL_TYPES[name] ?? SQL_TYPES[name.replace(/^((?:VAR)?CHAR)\(\d+\)$/, '$1')];
  return type && (isList ? listOf(type) : type);
}

/** The type of Arrow's name: `Int32`, `Timestamp(Microsecond, Some("+08:00"))`, `Dictionary(Int32, Utf8)`. */
export function typeFromArrow(name: string): SqlType | undefined {
  const plain = ARROW_TYPES[name.trim()];
  if (plain !== undefined) return plain;
  const [, unit, zone] =
    /^Timestamp\((Second|Millisecond|Microsecond|Nanosecond), ?(?:None|Some\("([^"]*)"\))\)$/.exec(name) ?? [];
  if (unit !== undefined && (zone === undefined || offsetOfZone(zone) !== undefined))
    return timestamp(unit as TimeUnit, zone);
  const [, value] = /^Dictionary\(U?Int(?:8|16|32|64), ?(\w+)\)$/.exec(name) ?? [];
  return value === undefined ? undefined : ARROW_TYPES[value];
}

const TRUE_WORDS = /^(t|tr|tru|true|y|ye|yes|on|1)$/i;
const FALSE_WORDS = /^(f|fa|fal|fals|false|n|no|of|off|0)$/i;
const FLOAT_TEXT = /^[+-]?(?:\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|inf(?:inity)?|nan)$/i;
/** Texts with more digits are no 64-bit integer. */
const MAX_INTEGER_TEXT = 40;

/** How values convert. @returns undefined when the platform, or headgate, has no such conversion */
export function conversionOf(from: SqlType, to: SqlType): Conversion | undefined {
  const convert = conversionOfKinds(from, to) as ((value: unknown) => SqlValue | undefined) | undefined;
  if (convert === undefined || (to.kind === 'float' && to.bits === 32)) {
    return convert && (((value: unknown) => rounded(convert(value))) as Conversion);
  }
  return convert as Conversion;
}

const rounded = (value: SqlValue | undefined): SqlValue | undefined =>
  typeof value === 'number' ? Math.fround(value) : value;

function conversionOfKinds(from: SqlType, to: SqlType): unknown {
  if (from.kind === 'null') return () => null;
  if (from.kind === 'json') return jsonConversion(from.isUnion, to);
  switch (to.kind) {
    case 'text':
      return from.kind === 'text'
        ? same
        : from.kind === 'binary'
          ? textOfBytes
          : (value: SqlValue) => printSql(value, from);
    case 'int':
      return integerConversion(from, to);
    case 'float':
      if (from.kind === 'int') return (value: number | bigint) => Number(value);
      if (from.kind === 'float') return same;
      if (from.kind === 'bool') return Number;
      return from.kind === 'text' ? floatFrom : undefined;
    case 'bool':
      if (from.kind === 'bool') return same;
      if (from.kind === 'int' || from.kind === 'float') return (value: number) => value !== 0;
      if (from.kind !== 'text') return undefined;
      return (text: string) =>
        TRUE_WORDS.test(text.trim()) ? true : FALSE_WORDS.test(text.trim()) ? false : undefined;
    case 'timestamp':
      return timestampConversion(from, to);
    case 'date':
      if (from.kind === 'date') return same;
      if (from.kind === 'text' || from.kind === 'delivered-time')
        return (text: SqlValue) => (typeof text === 'string' ? dateFrom(text) : undefined);
      return from.kind === 'timestamp' ? dayOf : undefined;
    case 'interval':
      return from.kind === 'interval' ? same : from.kind === 'text' ? intervalFrom : undefined;
    case 'binary':
      return from.kind === 'binary'
        ? same
        : from.kind === 'text'
          ? (text: string) => new TextEncoder().encode(text)
          : undefined;
    case 'list':
      return from.kind === 'list' ? each([from.element], [to.element]) : undefined;
    case 'struct':
      if (from.kind !== 'struct' || from.entries.length !== to.entries.length) return undefined;
      return each(
        from.entries.map(([, type]) => type),
        to.entries.map(([, type]) => type),
      );
    default:
      return from.kind === to.kind ? same : undefined;
  }
}

const same = (value: SqlValue): SqlValue => value;

/** Converts each element; the last type is that of all further ones. */
function each(
  from: readonly SqlType[],
  to: readonly SqlType[],
): ((values: readonly SqlValue[]) => SqlValue | undefined) | undefined {
  const conversions = from.map(
    (type, index) => conversionOf(type, to[index]!) as ((value: SqlValue) => SqlValue | undefined) | undefined,
  );
  if (conversions.includes(undefined)) return undefined;
  return (values) => {
    const result: SqlValue[] = [];
    for (const [index, value] of values.entries()) {
      const converted = value === null ? null : conversions[Math.min(index, conversions.length - 1)]!(value);
      if (converted === undefined) return undefined;
      result.push(converted);
    }
    return result;
  };
}

function integerConversion(from: SqlType, { bits, isUnsigned }: SqlType & { kind: 'int' }): unknown {
  const limited = (value: number | bigint): number | bigint | undefined =>
    fits(value, bits, isUnsigned) ? value : undefined;
  switch (from.kind) {
    case 'int':
      return from.isUnsigned === isUnsigned && from.bits <= bits ? same : limited;
    case 'float':
      return (value: number) => (Number.isFinite(value) ? limited(integer(BigInt(Math.trunc(value)))) : undefined);
    case 'bool':
      return Number;
    case 'text':
    case 'delivered-time':
      return (value: string | number | bigint) => {
        if (typeof value !== 'string') return limited(value);
        return /^[+-]?\d+$/.test(value) && value.length <= MAX_INTEGER_TEXT
          ? limited(integer(BigInt(value.replace('+', ''))))
          : undefined;
      };
    case 'timestamp':
      return (value: bigint) => limited(integer(floorDivided(value, UNIT_NANOSECONDS[from.unit])));
    case 'date':
      return bits === 32 || bits === 64 ? limited : undefined;
    default:
      return undefined;
  }
}

function floorDivided(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

function timestampConversion(from: SqlType, to: SqlType & { kind: 'timestamp' }): unknown {
  const unit = UNIT_NANOSECONDS[to.unit];
  const cut = unit === 1n ? (value: bigint) => value : (value: bigint) => value - (((value % unit) + unit) % unit);
  const offset = to.zone === undefined ? 0 : (offsetOfZone(to.zone) ?? 0);
  // A text without a zone is local time of the zone.
  const toUtc = new Interval(0, 0, BigInt(offset) * 60_000_000_000n);
  switch (from.kind) {
    case 'timestamp':
      return cut;
    case 'date':
      return (day: number) => {
        const start = startOfDay(day);
        return isTimestamp(start) ? start : undefined;
      };
    case 'text':
    case 'delivered-time':
      return (text: SqlValue) => {
        const instant = typeof text === 'string' ? timestampFrom(text) : undefined;
        if (instant === undefined || offset === 0) return instant === undefined ? undefined : cut(instant);
        return cut(
          /([Zz]|[+-]\d{2}(:?\d{2})?)$/.test((text as string).slice(10)) ? instant : addInterval(instant, toUtc, -1),
        );
      };
    default:
      return undefined;
  }
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

/** The conversion of a type of which no value converts. */
export const never = (): undefined => undefined;

/** JSON converts to a type only if it has it; any other JSON becomes NULL, as in the JSON functions. An object of the dataset is its text. */
function jsonConversion(isUnion: boolean, to: SqlType): unknown {
  switch (to.kind) {
    case 'text':
      return isUnion
        ? ({ value }: JsonContent) => (typeof value === 'string' ? value : null)
        : (content: JsonContent) => jsonText(content);
    case 'int':
      if (!isUnion) return never;
      return ({ value }: JsonContent) => (isInteger(value) && fits(value, to.bits, to.isUnsigned) ? value : null);
    case 'float':
      return isUnion ? ({ value }: JsonContent) => floatOfJson(value) : never;
    case 'bool':
      return isUnion ? ({ value }: JsonContent) => (typeof value === 'boolean' ? value : null) : never;
    case 'json':
      return same;
    default:
      return undefined;
  }
}

const isInteger = (value: Value): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';

/** A JSON number as a float; null for other JSON. */
export function floatOfJson(value: Value): number | null {
  if (isInteger(value)) return Number(value);
  return value instanceof Decimal ? Number(value.text) : null;
}

/** JSON as text: as written, or compact. */
export function jsonText({ text, value }: JsonContent): string {
  return text ?? printJson(value);
}

/** Prints a value as SQL clients show it, and CAST to text returns it: `2026-11-01T10:00:00`, `[1, 2]`, `{a: 1}`. */
export function printSql(value: SqlValue, type: SqlType): string {
  if (value === null) return 'NULL';
  switch (type.kind) {
    case 'float':
      return printFloat(value as number);
    case 'date':
      return printDate(value as number);
    case 'timestamp':
      return printTimestamp(value as bigint, type.zone);
    case 'binary':
      return hexOf(value as Uint8Array);
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

function printFloat(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? 'inf' : '-inf';
  const text = Object.is(value, -0) ? '-0' : String(value).replace('e+', 'e');
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

function printInterval({ months, days, nanoseconds }: Interval): string {
  const parts = [
    months !== 0 && `${months} mons`,
    days !== 0 && `${days} days`,
    nanoseconds !== 0n && `${Number(nanoseconds) / 1e9} secs`,
  ].filter(Boolean);
  return parts.length === 0 ? '0 secs' : parts.join(' ');
}

/** Bytes as lower-case hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  return bytesToHex(bytes);
}

/** Builds the printer of a type's values as compact JSON with sorted keys. NULL, and floats that JSON lacks, become `null`. */
export function jsonPrinter(type: SqlType): (value: SqlValue) => string {
  switch (type.kind) {
    case 'text':
      return (value) => JSON.stringify(value);
    case 'delivered-time':
      return (value) => (typeof value === 'string' ? JSON.stringify(value) : String(value));
    case 'float':
      return (value) => (Number.isFinite(value) ? (Object.is(value, -0) ? '-0.0' : String(value)) : 'null');
    case 'date':
      return (value) => (value === null ? 'null' : `"${printDate(value as number)}"`);
    case 'timestamp':
      return (value) => (value === null ? 'null' : `"${printTimestamp(value as bigint, type.zone ?? 'Z')}"`);
    case 'binary':
      return (value) => (value === null ? 'null' : JSON.stringify(base64Of(value as Uint8Array, true)));
    case 'interval':
      return (value) => (value === null ? 'null' : JSON.stringify(printInterval(value as Interval)));
    case 'json':
      return (value) => (value instanceof JsonContent ? jsonText(value) : 'null');
    case 'list': {
      const print = jsonPrinter(type.element);
      return (value) => (value === null ? 'null' : `[${(value as readonly SqlValue[]).map(print).join(',')}]`);
    }
    case 'struct': {
      const entries = sortedEntries(type.entries.map(([key]) => key)).map(({ key, index }) => ({
        key: `${JSON.stringify(key)}:`,
        index,
        print: jsonPrinter(type.entries[index]![1]),
      }));
      return (value) => {
        if (value === null) return 'null';
        let text = '';
        for (const { key, index, print } of entries)
          text += `${text === '' ? '' : ','}${key}${print((value as readonly SqlValue[])[index]!)}`;
        return `{${text}}`;
      };
    }
    default:
      return String;
  }
}

/** Keys by their code points, each once: the last of equal ones. */
export function sortedEntries(keys: readonly string[]): { key: string; index: number }[] {
  const last = new Map(keys.map((key, index) => [key, index]));
  return [...last].map(([key, index]) => ({ key, index })).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** Bytes that become arguments of one call. */
const CHUNK_BYTES = 8192;

/** Bytes as base64. */
export function base64Of(bytes: Uint8Array, isPadded: boolean): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return isPadded ? btoa(binary) : btoa(binary).replace(/=+$/, '');
}
