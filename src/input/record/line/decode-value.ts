// Bytes of one valid JSON value → its exact value. Validates nothing, because the scanner already has.
import { numberOf, parseJson, SAFE_DIGITS, type Value } from '../../../base/index.ts';

const QUOTE = 34;
const MINUS = 45;
const ZERO = 48;

/** Decodes a value. @param isEscaped whether a string has an escape */
export function decodeValue(bytes: Buffer, start: number, end: number, isEscaped: boolean): Value {
  const first = bytes[start]!;
  if (first === QUOTE) {
    return isEscaped ? JSON.parse(bytes.toString('utf8', start, end)) : bytes.toString('utf8', start + 1, end - 1);
  }
  switch (first) {
    case 116:
      return true;
    case 102:
      return false;
    case 110:
      return null;
    case 91:
    case 123:
      return parseJson(bytes.toString('utf8', start, end));
    default:
      return smallInteger(bytes, start, end) ?? numberOf(bytes.toString('latin1', start, end));
  }
}

/** Decodes a canonical integer of few digits without creating a string; undefined for every other number. */
function smallInteger(bytes: Buffer, start: number, end: number): number | undefined {
  const isNegative = bytes[start] === MINUS;
  const from = isNegative ? start + 1 : start;
  if (end - from > SAFE_DIGITS) return undefined;
  let result = 0;
  for (let i = from; i < end; i += 1) {
    const digit = bytes[i]! - ZERO;
    if (digit < 0 || digit > 9) return undefined;
    result = result * 10 + digit;
  }
  if (!isNegative) return result;
  return result === 0 ? undefined : -result;
}
