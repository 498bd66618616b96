// Prints the name of an object in the platform's form; object-key.ts reads it. Writes nothing.
import { type Instant, NS_PER_MS, NS_PER_SECOND } from '../../../base/index.ts';

const LAST_NANOSECOND = NS_PER_SECOND - 1n;

/** The first and the last time of a batch. */
export interface BatchTimes {
  start: Instant;
  end: Instant;
}

/** The name of an object. */
export interface ObjectName {
  /** UTC day of the start, `20261101`: replaces `{DATE}`. */
  day: string;
  /** `20261101T000000Z_20261101T022930Z_4783a49a.log.gz` */
  file: string;
}

/**
 * Returns the name of an object. Rounds the start down and the end up, to whole seconds.
 * @param hash 8 lower-case hexadecimal digits, which distinguish objects with the same times
 * @returns undefined if a time is before the year 0 or after the year 9999
 */
export function printObjectName({ start, end }: BatchTimes, hash: string): ObjectName | undefined {
  const [first, last] = [printCompact(start), printCompact(end + LAST_NANOSECOND)];
  if (first === undefined || last === undefined) return undefined;
  return { day: first.slice(0, 'YYYYMMDD'.length), file: `${first}_${last}_${hash}.log.gz` };
}

/** `20261101T000000Z` */
function printCompact(time: Instant): string | undefined {
  const fraction = ((time % NS_PER_SECOND) + NS_PER_SECOND) % NS_PER_SECOND;
  const date = new Date(Number((time - fraction) / NS_PER_MS));
  const year = date.getUTCFullYear();
  // The year of an invalid date is NaN.
  if (!(year >= 0 && year <= 9999)) return undefined;
  return `${date.toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length).replaceAll(/[:-]/g, '')}Z`;
}
