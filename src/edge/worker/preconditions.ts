// Conditional requests of RFC 9110, section 13: one evaluation for every method, so that methods cannot differ.

/** What follows from the preconditions of a request. */
export type PreconditionOutcome = 'met' | 'not-modified' | 'failed';

/** The part of an object that preconditions refer to. */
export type ObjectVersion = Pick<R2Object, 'httpEtag' | 'uploaded'>;

/** Headers that {@link evaluatePreconditions} reads. */
const PRECONDITION_HEADERS = ['if-match', 'if-unmodified-since', 'if-none-match', 'if-modified-since'];

/** Whether a request has a precondition. */
export function hasPrecondition({ headers }: Request): boolean {
  return PRECONDITION_HEADERS.some((name) => headers.has(name));
}

/**
 * Evaluates the preconditions in the order of RFC 9110, section 13.2.2.
 * @param object null if the object does not exist
 */
export function evaluatePreconditions({ headers, method }: Request, object: ObjectVersion | null): PreconditionOutcome {
  const isRead = method === 'GET' || method === 'HEAD';
  const ifMatch = headers.get('if-match');
  const ifNoneMatch = headers.get('if-none-match');
  const unmodifiedSince = parseDate(headers.get('if-unmodified-since'));
  const modifiedSince = parseDate(headers.get('if-modified-since'));

  if (ifMatch !== null) {
    if (!matchesStrongly(ifMatch, object)) return 'failed';
  } else if (unmodifiedSince !== null && object !== null) {
    if (uploadedSeconds(object) > unmodifiedSince) return 'failed';
  }
  if (ifNoneMatch !== null) {
    if (matchesWeakly(ifNoneMatch, object)) return isRead ? 'not-modified' : 'failed';
  } else if (modifiedSince !== null && object !== null && isRead) {
    if (uploadedSeconds(object) <= modifiedSince) return 'not-modified';
  }
  return 'met';
}

/** Whether `If-Range` allows a part of this version: an absent header does; an ETag must match strongly, a date exactly. */
export function allowsRange({ headers }: Request, object: ObjectVersion): boolean {
  const ifRange = headers.get('if-range');
  if (ifRange === null) return true;
  if (ifRange.includes('"')) return ifRange.trim() === object.httpEtag;
  return parseDate(ifRange) === uploadedSeconds(object);
}

function matchesStrongly(list: string, object: ObjectVersion | null): boolean {
  return object !== null && (list.trim() === '*' || entityTags(list).includes(object.httpEtag));
}

function matchesWeakly(list: string, object: ObjectVersion | null): boolean {
  return (
    object !== null &&
    (list.trim() === '*' || entityTags(list).some((tag) => tag.replace(/^W\//, '') === object.httpEtag))
  );
}

/** ETags of a list. A comma may occur within an ETag. */
function entityTags(list: string): string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

/** HTTP dates have no fractions of a second. */
function uploadedSeconds({ uploaded }: ObjectVersion): number {
  return Math.floor(uploaded.getTime() / 1000);
}

/** @returns seconds since 1970; null without a date, or if it cannot be read, which RFC 9110 ignores */
function parseDate(text: string | null): number | null {
  const milliseconds = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}
