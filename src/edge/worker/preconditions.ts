// Conditional requests, RFC 9110, section 13. One function parses the headers for all methods.
import { isRead } from './request-method.ts';

/** Last date that R2 compares, in the year 2262: its nanoseconds have 64 bits. Seconds since 1970. */
const LAST_R2_DATE_SECONDS = 9223372036;

/** The preconditions of a request. Null for an absent header or an invalid date. */
interface Preconditions {
  /** ETags in double quotes, or `*`. */
  ifMatch: string[] | null;
  ifNoneMatch: string[] | null;
  /** Seconds since 1970. HTTP dates have no fractions. */
  ifUnmodifiedSince: number | null;
  ifModifiedSince: number | null;
}

/** What follows from preconditions. `not-modified` is the outcome of GET and HEAD only. */
export type PreconditionOutcome = 'met' | 'not-modified' | 'failed';

/** If-Modified-Since is defined for GET and HEAD only. */
function parsePreconditions(request: Request): Preconditions {
  const { headers } = request;
  const ifMatch = parseEtags(headers.get('if-match'));
  const ifNoneMatch = parseEtags(headers.get('if-none-match'));
  return {
    ifMatch,
    ifNoneMatch,
    // ETags take precedence over dates.
    ifUnmodifiedSince: ifMatch === null ? parseDate(headers.get('if-unmodified-since')) : null,
    ifModifiedSince: ifNoneMatch === null && isRead(request) ? parseDate(headers.get('if-modified-since')) : null,
  };
}

/**
 * Evaluates the preconditions of GET, HEAD and DELETE.
 * @param object null if the object does not exist
 */
export function evaluatePreconditions(request: Request, object: R2Object | null): PreconditionOutcome {
  const { ifMatch, ifNoneMatch, ifUnmodifiedSince, ifModifiedSince } = parsePreconditions(request);
  if (object === null) return ifMatch === null ? 'met' : 'failed';
  const uploaded = uploadedSeconds(object);
  if (ifMatch !== null && !matchesStrongly(ifMatch, object)) return 'failed';
  if (ifUnmodifiedSince !== null && uploaded > ifUnmodifiedSince) return 'failed';
  if (ifNoneMatch !== null && matchesWeakly(ifNoneMatch, object)) return isRead(request) ? 'not-modified' : 'failed';
  if (ifModifiedSince !== null && uploaded <= ifModifiedSince) return 'not-modified';
  return 'met';
}

/** Returns the preconditions of PUT and DELETE in the form of R2, which evaluates them together with a PUT; null without any. */
export function writeConditions(request: Request): Headers | null {
  const { ifMatch, ifNoneMatch, ifUnmodifiedSince } = parsePreconditions(request);
  const conditions = new Headers();
  if (ifMatch !== null) conditions.set('if-match', ifMatch.join(', '));
  if (ifNoneMatch !== null) conditions.set('if-none-match', ifNoneMatch.join(', '));
  if (ifUnmodifiedSince !== null) {
    // R2 requires an upload before this second, HTTP one within or before it.
    const seconds = Math.min(ifUnmodifiedSince + 1, LAST_R2_DATE_SECONDS);
    conditions.set('if-unmodified-since', new Date(seconds * 1000).toUTCString());
  }
  return [...conditions].length === 0 ? null : conditions;
}

/** Whether If-Range allows a part of this version: an absent header does; an ETag must match strongly, a date exactly. */
export function allowsRange({ headers }: Request, object: R2Object): boolean {
  const ifRange = headers.get('if-range');
  if (ifRange === null) return true;
  const date = parseDate(ifRange);
  return date === null ? parseEtags(ifRange)?.[0] === object.httpEtag : date === uploadedSeconds(object);
}

function matchesStrongly(etags: string[], { httpEtag }: R2Object): boolean {
  return etags.includes('*') || etags.includes(httpEtag);
}

function matchesWeakly(etags: string[], { httpEtag }: R2Object): boolean {
  return etags.includes('*') || etags.includes(httpEtag) || etags.includes(`W/${httpEtag}`);
}

/** Parses a list of ETags. Adds missing quotes: a listing has ETags without them. */
function parseEtags(header: string | null): string[] | null {
  if (header === null) return null;
  const items: string[] = header.match(/(?:W\/)?"[^"]*"|[^\s,"]+/g) ?? [];
  if (items.includes('*')) return ['*'];
  // An empty list matches no object: no object has an empty ETag.
  return items.length === 0 ? ['""'] : items.map((item) => (item.endsWith('"') ? item : `"${item}"`));
}

/** @returns null also for an invalid date, which RFC 9110 ignores */
function parseDate(header: string | null): number | null {
  // Date.parse alone parses `1` as a date.
  if (header === null || !/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(header)) return null;
  const milliseconds = Date.parse(header);
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}

function uploadedSeconds({ uploaded }: R2Object): number {
  return Math.floor(uploaded.getTime() / 1000);
}
