// The fields of http_requests that an exchange contains: the table that previews and the local service share. Nothing is
// invented: a field that an exchange lacks is undefined.
import type { Instant } from '../../base/index.ts';
import type { Exchange, Header } from './exchange.ts';
import { protocolOf, type Target } from './request-target.ts';

/** An exchange and its target. */
export interface TargetedExchange {
  readonly exchange: Exchange;
  /** May be a getter that parses. */
  readonly target: Target;
}

/** Returns the value of a field, of its type in the catalog; timestamps in nanoseconds. Undefined if the exchange lacks it. */
export type ExchangeField = (source: TargetedExchange) => string | number | Instant | undefined;

/** By name, in the order of a line without a job. */
export const EXCHANGE_FIELDS: Readonly<Record<string, ExchangeField>> = {
  // The edge sends its id and location in a response header: `a536a5e1ebcd92f9-FRA`.
  RayID: ({ exchange }) => rayPart(exchange, 0),
  EdgeStartTimestamp: ({ exchange }) => exchange.timestamp,
  ClientIP: ({ exchange }) => exchange.client.ip,
  // In lower case, as the platform pushes it: docs/platform.md, "Filters".
  ClientCountry: ({ exchange }) => exchange.client.country?.toLowerCase(),
  EdgeColoCode: ({ exchange }) => rayPart(exchange, 1),
  ClientRequestHost: ({ target }) => target.host,
  ClientRequestMethod: ({ exchange }) => exchange.request.method,
  ClientRequestScheme: ({ target }) => target.scheme,
  ClientRequestPath: ({ target }) => target.path,
  ClientRequestURI: ({ target }) => target.uri,
  ClientRequestProtocol: ({ exchange }) => protocolOf(exchange.request.httpVersion),
  ClientRequestReferer: ({ exchange }) => headerOf(exchange.request.headers, 'referer') ?? '',
  ClientRequestUserAgent: ({ exchange }) => headerOf(exchange.request.headers, 'user-agent') ?? '',
  ClientXRequestedWith: ({ exchange }) => headerOf(exchange.request.headers, 'x-requested-with') ?? '',
  EdgeResponseStatus: ({ exchange }) => exchange.response.status,
  EdgeResponseContentType: ({ exchange }) => {
    const type = headerOf(exchange.response.headers, 'content-type') ?? '';
    const end = type.indexOf(';');
    return (end < 0 ? type : type.slice(0, end)).trim();
  },
};

/** Returns a part of the first `cf-ray` header: 0 is the id, 1 the location. */
function rayPart({ response }: Exchange, part: 0 | 1): string | undefined {
  const ray = headerOf(response.headers, 'cf-ray');
  if (ray === undefined) return undefined;
  const dash = ray.indexOf('-');
  if (part === 0) return dash < 0 ? ray : ray.slice(0, dash);
  return dash < 0 ? undefined : ray.slice(dash + 1).split('-', 1)[0];
}

function headerOf(headers: readonly Header[], name: string): string | undefined {
  // By index: iterators over the headers and their pairs take three times as long.
  for (let i = 0; i < headers.length; i += 1) {
    const header = headers[i]!;
    const written = header[0];
    if (written.length === name.length && written.toLowerCase() === name) return header[1];
  }
  return undefined;
}
