// Checks whether a value is of its field's type by the catalog, and a timestamp in the format of the job. Null is valid for any field.
import {
  cutText,
  Decimal,
  instantFromText,
  MILLISECONDS_BELOW,
  SECONDS_BELOW,
  typeName,
  type Value,
} from '../../../base/index.ts';
import { type FieldType, isInteger, isValueOfType } from '../../../language/dataset/index.ts';
import { fractionDigitsOf, type TimestampFormat } from '../../../language/output/index.ts';

/**
 * Values that mean "no time", which any format may contain: zero; and the year 1, which Go programs write for a time that is not set, as
 * text, in seconds, and in nanoseconds, where it overflows to this number. https://pkg.go.dev/time#Time.UnixNano
 */
const NO_TIME: ReadonlySet<bigint | string> = new Set([
  0n,
  -62_135_596_800n,
  -6_795_364_578_871_345_152n,
  '0001-01-01T00:00:00Z',
]);
/** Fewest digits of nanoseconds without trailing zeros that a coarser format does not write. */
const LEAST_TRIMMED_DIGITS = 4;

/** The rule that a value violates, and how: "found …, expected …". */
export interface ValueFault {
  code: 'type' | 'timestamp-format' | 'timestamp-digits';
  message: string;
}

/** Checks one value. @param isCell it was a cell of CSV, where the format of arrays and objects is not documented */
export function checkValue(
  value: Value,
  type: FieldType,
  format: TimestampFormat,
  isCell: boolean,
): ValueFault | undefined {
  if (value === null || type === 'unknown') return undefined;
  if (type === 'timestamp') return checkTimestamp(value, format);
  if (isValueOfType(value, type)) return undefined;
  if (isCell && typeof value === 'string' && (type === 'object' || type.startsWith('array'))) return undefined;
  return { code: 'type', message: `found ${foundText(value)}, expected ${type}` };
}

function checkTimestamp(value: Value, format: TimestampFormat): ValueFault | undefined {
  const digits = fractionDigitsOf(format);
  const isGood = digits === undefined ? isNumberIn(value, format) : isTextIn(value, digits);
  if (isGood || isNoTime(value)) return undefined;
  if (format === 'rfc3339ns' && typeof value === 'string' && isTrimmed(value)) {
    if (fractionOf(value).length >= LEAST_TRIMMED_DIGITS) return undefined;
    return { code: 'timestamp-digits', message: `found ${foundText(value)}, expected ${format}` };
  }
  const isTime = isInteger(value) || (typeof value === 'string' && instantFromText(value) !== undefined);
  return { code: isTime ? 'timestamp-format' : 'type', message: `found ${foundText(value)}, expected ${format}` };
}

function isNoTime(value: Value): boolean {
  if (typeof value === 'string') return NO_TIME.has(value);
  return (typeof value === 'number' || typeof value === 'bigint') && NO_TIME.has(BigInt(value));
}

/** A record does not contain the unit of a number: its size decides, as everywhere. */
function isNumberIn(value: Value, format: TimestampFormat): boolean {
  if (typeof value !== 'number' && typeof value !== 'bigint') return false;
  const exact = BigInt(value);
  // Times before 1970 are negative.
  const size = exact < 0n ? -exact : exact;
  return format === 'unix' ? size < SECONDS_BELOW : size >= MILLISECONDS_BELOW;
}

function isTextIn(value: Value, digits: number): boolean {
  return typeof value === 'string' && isUtcText(value) && fractionOf(value).length === digits;
}

/** Whether a text has nanoseconds as Go's RFC3339Nano prints them: without trailing zeros. */
function isTrimmed(text: string): boolean {
  return isUtcText(text) && fractionOf(text).length < 9 && !/\.\d*0Z$/.test(text);
}

function isUtcText(text: string): boolean {
  return text.endsWith('Z') && instantFromText(text) !== undefined;
}

function fractionOf(text: string): string {
  return /\.(\d+)Z$/.exec(text)?.[1] ?? '';
}

/** Longest text quoted. Characters. */
const MAX_QUOTED = 40;

function foundText(value: Value): string {
  if (typeof value === 'string') {
    return JSON.stringify(cutText(value, MAX_QUOTED));
  }
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return value instanceof Decimal ? value.text.slice(0, MAX_QUOTED) : `an ${typeName(value)}`;
}
