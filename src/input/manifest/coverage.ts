// What the listings of an index cover of a time range, and since when. Pure.
import type { TimeRange } from '../../base/index.ts';

/** A complete listing of a location: the index has the objects that it found, those that are still to be read included. Times of objects, in nanoseconds since 1970. */
export interface StoredListing {
  /** Number of the location. */
  location: number;
  /** When it began. RFC 3339. */
  at: string;
  /** Null: no limit. */
  since: string | null;
  until: string | null;
}

/** What an index has of a time range. */
export interface Coverage {
  /** When the oldest listing began that the range depends on. RFC 3339. Undefined: none covers a part of it. */
  asOf: string | undefined;
  /** Whether the listings cover all of the range. */
  isComplete: boolean;
}

/** Times of objects: from the first to before the second. */
type Span = [from: bigint | number, to: bigint | number];

/** Finds out which listings of one location a range needs: each instant is as of its newest listing. @param range times of objects */
export function coverageOf(listings: readonly StoredListing[], range: TimeRange | StoredListing): Coverage {
  let open = [spanOf(range)];
  let asOf: string | undefined;
  for (const listing of listings.toSorted((a, b) => (a.at < b.at ? 1 : -1))) {
    const listed = spanOf(listing);
    if (!open.some((span) => overlaps(span, listed))) continue;
    asOf = listing.at;
    open = open.flatMap((span) => (overlaps(span, listed) ? without(span, listed) : [span]));
  }
  return { asOf, isComplete: open.length === 0 };
}

/**
 * Returns the earliest time that listings have covered, in nanoseconds since 1970; undefined if one of them had no such limit.
 * @param locations by number: a file is listed for every time range
 */
export function listedSince(
  listings: readonly StoredListing[],
  locations: ReadonlyMap<number, { kind: string }>,
): bigint | undefined {
  const ranges = listings.filter(({ location }) => locations.get(location)?.kind !== 'file');
  const starts = ranges.flatMap(({ since }) => (since === null ? [] : BigInt(since)));
  return starts.length < ranges.length ? undefined : starts.reduce((a, b) => (b < a ? b : a), starts[0]!);
}

/** Whether a listing covers all that an older one of the same location covers. */
export function repeats(newer: StoredListing, older: StoredListing): boolean {
  return newer.location === older.location && coverageOf([newer], older).isComplete;
}

function spanOf({ since, until }: TimeRange | StoredListing): Span {
  return [
    since == null ? Number.NEGATIVE_INFINITY : BigInt(since),
    until == null ? Number.POSITIVE_INFINITY : BigInt(until),
  ];
}

function overlaps([from, to]: Span, [otherFrom, otherTo]: Span): boolean {
  return from < otherTo && otherFrom < to;
}

/** The parts of a span before and after another one that overlaps it. */
function without([from, to]: Span, [otherFrom, otherTo]: Span): Span[] {
  const parts: Span[] = [
    [from, otherFrom],
    [otherTo, to],
  ];
  return parts.filter(([start, end]) => start < end);
}
