// The time of a line of NDJSON, digit by digit. Asked for by those who need it: for most exchanges of a preview nobody does.
import {
  type Instant,
  instantFromInteger,
  instantFromText,
  JsonSyntaxError,
  parseJson,
  type Value,
} from '../base/index.ts';

/** The timestamp of a line that begins with it, as most do: to parse the line exactly takes ten times as long. */
const TIMESTAMP_FIRST = /\s*\{\s*"timestamp"\s*:\s*(\d+)\s*[,}]/y;

/** Of equal keys the last one counts: where the key stands again, the line is parsed exactly. */
const TIMESTAMP_KEY = '"timestamp"';

/** Whether {@link timeOfLine} finds a time in a line. Many times as fast. @param rounded see there */
export function isTimeOfLine(rounded: unknown): boolean {
  if (typeof rounded === 'string') return instantFromText(rounded) !== undefined;
  return Number.isInteger(rounded);
}

/**
 * The time of a line.
 * @param rounded its `timestamp` as `JSON.parse` gives it: integers beyond 2^53 have lost their last digits
 * @param text the line
 * @returns undefined where there is none
 */
export function timeOfLine(rounded: unknown, text: string): Instant | undefined {
  if (typeof rounded === 'string') return instantFromText(rounded);
  if (typeof rounded !== 'number' || !Number.isInteger(rounded)) return undefined;
  if (Number.isSafeInteger(rounded)) return instantFromInteger(rounded);
  TIMESTAMP_FIRST.lastIndex = 0;
  const first = TIMESTAMP_FIRST.exec(text)?.[1];
  const isOnly = first !== undefined && !text.includes(TIMESTAMP_KEY, TIMESTAMP_FIRST.lastIndex);
  if (isOnly && Number(first) === rounded) return instantFromInteger(BigInt(first));
  const exact = exactTimestamp(text);
  return typeof exact === 'bigint' || typeof exact === 'number'
    ? instantFromInteger(exact)
    : instantFromInteger(rounded);
}

/** The value of the key at the top of the line, among others of that name. */
function exactTimestamp(text: string): Value | undefined {
  try {
    const line = parseJson(text);
    return line instanceof Map ? line.get('timestamp') : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}
