// Headers that need no custom field: fields of http_requests contain them, or they describe a connection. Source: docs/platform.md,
// "Custom fields".
import type { LoggedKey } from '../../dataset/index.ts';

/** By key and name, the field of http_requests that contains the value. */
const STANDARD_FIELDS: Readonly<Record<LoggedKey, Readonly<Record<string, string>>>> = {
  RequestHeaders: {
    ':authority': 'ClientRequestHost',
    ':method': 'ClientRequestMethod',
    ':path': 'ClientRequestURI',
    ':scheme': 'ClientRequestScheme',
    'cf-connecting-ip': 'ClientIP',
    'cf-ipcountry': 'ClientCountry',
    'cf-ray': 'RayID',
    host: 'ClientRequestHost',
    referer: 'ClientRequestReferer',
    'true-client-ip': 'ClientIP',
    'user-agent': 'ClientRequestUserAgent',
    'x-requested-with': 'ClientXRequestedWith',
  },
  ResponseHeaders: {
    ':status': 'EdgeResponseStatus',
    'cf-cache-status': 'CacheCacheStatus',
    'cf-ray': 'RayID',
    'content-length': 'EdgeResponseBodyBytes',
    'content-type': 'EdgeResponseContentType',
    date: 'EdgeEndTimestamp',
    expires: 'OriginResponseHTTPExpires',
    'last-modified': 'OriginResponseHTTPLastModified',
  },
  Cookies: {},
};

/** Returns the field of http_requests that contains a header's value. */
export function standardFieldOf(key: LoggedKey, name: string): string | undefined {
  const fields = STANDARD_FIELDS[key];
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Returns every field that {@link standardFieldOf} can return. */
export function standardFields(): string[] {
  return Object.values(STANDARD_FIELDS).flatMap((fields) => Object.values(fields));
}

/** Headers of one connection: RFC 9110, section 7.6.1, and those that older clients send. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Whether a header describes one connection and not the message. */
export function isHopByHop(name: string): boolean {
  return HOP_BY_HOP.has(name);
}

/** Headers whose random values identify a request or a version and grant nothing. */
const PUBLIC_IDS: ReadonlySet<string> = new Set([
  'cf-request-id',
  'etag',
  'if-match',
  'if-none-match',
  'request-id',
  'sentry-trace',
  'traceparent',
  'x-amzn-requestid',
  'x-amzn-trace-id',
  'x-b3-spanid',
  'x-b3-traceid',
  'x-cloud-trace-context',
  'x-correlation-id',
  'x-github-request-id',
  'x-request-id',
  'x-trace-id',
  'x-vercel-id',
]);

/** Whether random characters in a header are no sign of a credential. */
export function isPublicId(key: LoggedKey, name: string): boolean {
  return key !== 'Cookies' && PUBLIC_IDS.has(name);
}
