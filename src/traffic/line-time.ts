// Parses the time of a line of NDJSON exactly, on access: most exchanges of a preview do not need it.
import { type Instant, instantFromInteger, instantFromText } from '../base/index.ts';
import { exactMember } from './exact-fields.ts';

/**
 * Matches the timestamp at the start of a line, where most lines have it: parsing the line exactly takes ten times as
 * long.
 */
const TIMESTAMP_FIRST = /\s*\{\s*"timestamp"\s*:\s*(\d+)\s*[,}]/y;

/** The last of several equal keys counts, so a line that repeats the key is parsed exactly. */
const TIMESTAMP_KEY = '"timestamp"';

/** Whether {@link timeOfLine} finds a time in a line. Many times as fast. @param rounded see {@link timeOfLine} */
export function isTimeOfLine(rounded: unknown): boolean {
  if (typeof rounded === 'string') return instantFromText(rounded) !== undefined;
  return Number.isInteger(rounded);
}

/**
 * Returns the time of a line.
 * @param rounded its `timestamp` from `JSON.parse`: integers above 2^53 have lost their last digits
 * @param text the line
 * @returns undefined if it has none
 */
export function timeOfLine(rounded: unknown, text: string): Instant | undefined {
  if (typeof rounded === 'string') return instantFromText(rounded);
  if (typeof rounded !== 'number' || !Number.isInteger(rounded)) return undefined;
  if (Number.isSafeInteger(rounded)) return instantFromInteger(rounded);
  TIMESTAMP_FIRST.lastIndex = 0;
  const first = TIMESTAMP_FIRST.exec(text)?.[1];
  const isOnly = first !== undefined && !text.includes(TIMESTAMP_KEY, TIMESTAMP_FIRST.lastIndex);
  if (isOnly && Number(first) === rounded) return instantFromInteger(BigInt(first));
  const exact = exactMember(text, 'timestamp');
  return typeof exact === 'bigint' || typeof exact === 'number'
    ? instantFromInteger(exact)
    : instantFromInteger(rounded);
}
