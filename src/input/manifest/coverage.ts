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

/** Times of objects: from the first to before the second. Undefined: no limit. */
type Span = [from: bigint | undefined, to: bigint | undefined];

/** Finds out which listings of one location a range needs: each instant is as of its newest listing. @param range times of objects */
export function coverageOf(listings: readonly StoredListing[], { since, until }: TimeRange): Coverage {
  let open: Span[] = [[since, until]];
  let asOf: string | undefined;
  for (const listing of listings.toSorted((a, b) => (a.at < b.at ? 1 : -1))) {
    const listed = spanOf(listing);
    if (!open.some((span) => overlaps(span, listed))) continue;
    asOf = listing.at;
    open = open.flatMap((span) => (overlaps(span, listed) ? without(span, listed) : [span]));
  }
  return { asOf, isComplete: open.length === 0 };
}

/** Whether a listing covers all that an older one of the same location covers. */
export function repeats(newer: StoredListing, older: StoredListing): boolean {
  if (newer.location !== older.location) return false;
  const [since, until] = spanOf(older);
  const range = { ...(since !== undefined && { since }), ...(until !== undefined && { until }) };
  return coverageOf([newer], range).isComplete;
}

function spanOf({ since, until }: StoredListing): Span {
  return [since === null ? undefined : BigInt(since), until === null ? undefined : BigInt(until)];
}

function overlaps([from, to]: Span, [otherFrom, otherTo]: Span): boolean {
  return isBefore(from, otherTo) && isBefore(otherFrom, to);
}

/** Whether a beginning is before an end. */
function isBefore(from: bigint | undefined, to: bigint | undefined): boolean {
  return from === undefined || to === undefined || from < to;
}

/** The parts of a span before and after another one that overlaps it. */
function without([from, to]: Span, [otherFrom, otherTo]: Span): Span[] {
  return [
    ...(otherFrom !== undefined && isBefore(from, otherFrom) ? [[from, otherFrom] satisfies Span] : []),
    ...(otherTo !== undefined && isBefore(otherTo, to) ? [[otherTo, to] satisfies Span] : []),
  ];
}
