// A request of the shop → an exchange: what client and origin sent as headers, and in `fields` what only the edge can log.
import { type Instant, NS_PER_MS } from '../../../base/index.ts';
import type { Exchange, Header } from '../index.ts';
import type { Moment, Request } from './request.ts';
import shop from './shop-data.json' with { type: 'json' };

/**
 * Returns the exchange of a request.
 * @param shiftMs added to its times. Whole milliseconds @default 0
 */
export function shopExchange(request: Request, shiftMs = 0): Exchange {
  const { client, target, answer } = request;
  const { security } = answer;
  return {
    timestamp: instantOf(request.start, shiftMs),
    client: { ip: client.ip, country: client.country },
    request: {
      method: target.method,
      url: `https://${target.host}${target.path}${target.query}`,
      httpVersion: client.protocol,
      headers: requestHeaders(request),
    },
    response: { status: answer.status, headers: responseHeaders(request) },
    fields: {
      // A client that is not a browser has no referrer at all.
      ClientRequestReferer: request.referer,
      EdgeEndTimestamp: instantOf(request.end, shiftMs),
      BotDetectionIDs: client.botDetectionIds,
      BotScore: client.botScore,
      BotTags: client.botTags,
      CacheCacheStatus: answer.cacheStatus,
      CacheTieredFill: answer.isTieredFill,
      ClientASN: client.asn,
      EdgeResponseBytes: answer.bytes,
      EdgeResponseCompressionRatio: answer.compressionHundredths / 100,
      EdgeTimeToFirstByteMs: request.timeToFirstByteMs,
      LeakedCredentialCheckResult: answer.leakedCredentials,
      MatchedRules: answer.isRedirected ? shop.redirectRules : [],
      OriginResponseDurationMs: answer.originMs,
      OriginResponseStatus: answer.originStatus,
      SecurityAction: security.action,
      SecurityActions: security.actions,
      SecurityRuleIDs: security.ruleIds,
      SecuritySources: security.sources,
      WAFAttackScore: answer.attackScore,
    },
  };
}

function instantOf({ ms, ns }: Moment, shiftMs: number): Instant {
  return BigInt(ms + shiftMs) * NS_PER_MS + BigInt(ns);
}

function requestHeaders({ client, target, referer }: Request): Header[] {
  const headers: Header[] = [
    ['host', target.host],
    ['user-agent', client.agent],
  ];
  if (referer !== null) headers.push(['referer', referer]);
  for (const name in client.requestHeaders) {
    // A header of the target replaces that of the client.
    if (target.headers[name] === undefined) headers.push([name, client.requestHeaders[name]!]);
  }
  for (const name in target.headers) headers.push([name, target.headers[name]!]);
  const cookie = cookieHeader(client.cookies);
  if (cookie !== '') headers.push(['cookie', cookie]);
  return headers;
}

function cookieHeader(cookies: Readonly<Record<string, string>>): string {
  let header = '';
  for (const name in cookies) header += `${header === '' ? '' : '; '}${name}=${cookies[name]}`;
  return header;
}

function responseHeaders({ client, answer, rayId }: Request): Header[] {
  const headers: Header[] = [['content-type', answer.contentType]];
  for (const name in answer.headers) headers.push([name, answer.headers[name]!]);
  headers.push(['cf-ray', `${rayId}-${client.colo}`]);
  return headers;
}
