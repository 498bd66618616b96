// An entry of a HAR file → an exchange. Follows HAR 1.2 (w3c.github.io/web-performance/specs/HAR/Overview.html) as
// Chromium, Firefox and Safari write it.
import { type Instant, instantFromText, isPlainObject, NS_PER_MS, type PlainObject } from '../../base/index.ts';
import type { EntryReading, Header, PassedOver } from './exchange.ts';
import { checkParts, wrong, wrongScalar } from './shape-check.ts';

/** Safari's types for answers that no server sent; otherwise `Network Load`. */
const OWN_FETCH_TYPES = ['Memory Cache', 'Disk Cache', 'Service Worker', 'Inspector Override'];
/** Longest duration that counts: one day. Chosen by headgate. Milliseconds. */
const MAX_DURATION_MS = 86_400_000;
const HTTP = /^(?:https?|wss?):\/\//i;

/** Parses one entry of `log.entries`. */
export function readHarEntry(entry: PlainObject): EntryReading {
  const { request, response, startedDateTime } = entry;
  const problem = checkParts(request, response);
  if (problem !== undefined) return { kind: 'broken', message: problem };
  const [sent, answered] = [request as PlainObject, response as PlainObject];
  const reason = passedOver(entry, sent.url as string, answered.status as number);
  if (reason !== undefined) return { kind: 'passed-over', reason };
  const [requestHeaders, responseHeaders] = [
    headersOf(sent.headers, 'request.headers'),
    headersOf(answered.headers, 'response.headers'),
  ];
  for (const headers of [requestHeaders, responseHeaders]) {
    if (typeof headers === 'string') return { kind: 'broken', message: headers };
  }
  const timestamp = typeof startedDateTime === 'string' ? instantFromText(startedDateTime) : undefined;
  if (timestamp === undefined && startedDateTime !== undefined) {
    return { kind: 'broken', message: wrongScalar('startedDateTime', startedDateTime, 'an RFC 3339 time') };
  }
  return {
    kind: 'exchange',
    exchange: {
      timestamp,
      client: { ip: undefined, country: undefined },
      request: {
        method: sent.method as string,
        url: sent.url as string,
        httpVersion: (sent.httpVersion ?? undefined) as string | undefined,
        headers: requestHeaders as readonly Header[],
      },
      response: { status: answered.status as number, headers: responseHeaders as readonly Header[] },
      fields: timesOf(entry, timestamp),
    },
  };
}

/** Returns the times that the edge logs; undefined if the entry lacks them. A browser that does not know a duration writes -1. */
function timesOf({ time, timings }: PlainObject, start: Instant | undefined): PlainObject | undefined {
  const fields: Record<string, unknown> = {};
  if (isDuration(time) && start !== undefined) {
    fields.EdgeEndTimestamp = start + BigInt(Math.floor(time * Number(NS_PER_MS)));
  }
  if (isPlainObject(timings) && isDuration(timings.wait)) fields.EdgeTimeToFirstByteMs = Math.round(timings.wait);
  return Object.keys(fields).length === 0 ? undefined : fields;
}

/** @param value milliseconds */
function isDuration(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_DURATION_MS;
}

/** Identifies entries that never reached the edge. Every browser writes the status 0 for no response. */
function passedOver(entry: PlainObject, url: string, status: number): PassedOver | undefined {
  if (!HTTP.test(url)) return 'not-http';
  if (isFromCache(entry)) return 'from-cache';
  return status <= 0 ? 'no-response' : undefined;
}

/**
 * Whether the browser answered. HAR has no key for that, and each browser has its own: Chromium `_fromCache` and, for
 * service workers, `response._fetchedViaServiceWorker`; Safari `_fetchType` (HARBuilder.js of WebKit); Firefox
 * `cache.afterRequest`, which may be null, only on such entries (har-builder.js). Tools that fill `cache` as HAR
 * describes it also write `beforeRequest`, for any entry.
 */
function isFromCache({ _fromCache, _fetchType, cache, response }: PlainObject): boolean {
  if (typeof _fromCache === 'string' || OWN_FETCH_TYPES.some((type) => type === _fetchType)) return true;
  if ((response as PlainObject)._fetchedViaServiceWorker === true) return true;
  return isPlainObject(cache) && 'afterRequest' in cache && !('beforeRequest' in cache);
}

/** @returns the headers, or the reason why they are invalid */
function headersOf(headers: unknown, path: string): readonly Header[] | string {
  if (!Array.isArray(headers)) return wrong(path, headers, 'an array of {"name", "value"}');
  const pairs: Header[] = [];
  for (let i = 0; i < headers.length; i += 1) {
    const header: unknown = headers[i];
    if (!isPlainObject(header)) return wrong(`${path}[${i}]`, header, '{"name", "value"}');
    if (typeof header.name !== 'string') return wrong(`${path}[${i}].name`, header.name, 'a text');
    if (typeof header.value !== 'string') return wrong(`${path}[${i}].value`, header.value, 'a text');
    addHeader(pairs, header.name, header.value);
  }
  return pairs;
}

/** Splits repeated Set-Cookie headers, which Chromium and Firefox join with LF; no header contains a line break. */
function addHeader(pairs: Header[], name: string, value: string): void {
  if (!value.includes('\n')) pairs.push([name, value]);
  else for (const one of value.split('\n')) pairs.push([name, one]);
}
