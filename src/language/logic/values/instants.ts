// Timestamps: instants in nanoseconds. Every nanosecond has a notation in a line: RFC 3339, or an integer for times far from 1970.
import {
  type Instant,
  instantFromText,
  integerOf,
  MAX_BIGINT_DIGITS,
  NS_PER_SECOND,
  printInstant,
  type Value,
} from '../../../base/index.ts';
import { instantOf } from '../../dataset/index.ts';
import type { Scalar } from '../../filter/index.ts';

/** First and last instant that a line can contain: longer integers are not timestamps. The minus sign counts as a digit. */
const FIRST: Instant = 1n - 10n ** BigInt(MAX_BIGINT_DIGITS - 1);
const LAST: Instant = 10n ** BigInt(MAX_BIGINT_DIGITS) - 1n;
/** Instants that `Date` can print, with a margin for what it cannot: years 1 to 9999. */
const FIRST_PRINTED = instantFromText('0001-01-01T00:00:00Z')!;
const LAST_PRINTED = instantFromText('9999-12-31T23:59:59Z')!;

/**
 * Lists an instant of every interval that the constants bound, the constants included: each constant as written, its neighbours by one
 * second, which read better in witnesses, and by one nanosecond.
 */
export function instantsAround(constants: readonly Scalar[]): Value[] {
  const exact = constants.map((one) => instantOf(one)!);
  const steps = [NS_PER_SECOND, -NS_PER_SECOND, 1n, -1n];
  return [
    ...constants.filter((_, index) => isInLines(exact[index]!)),
    ...steps.flatMap((step) =>
      exact
        .map((one) => one + step)
        .filter(isInLines)
        .map(writtenInstant),
    ),
  ];
}

function isInLines(instant: Instant): boolean {
  return instant >= FIRST && instant <= LAST;
}

/** Integers near 0 count seconds or milliseconds: only far from 1970 do they reach every nanosecond. */
function writtenInstant(instant: Instant): Value {
  return instant >= FIRST_PRINTED && instant <= LAST_PRINTED ? printInstant(instant) : integerOf(instant.toString())!;
}
