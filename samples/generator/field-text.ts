// Prints the JSON text of a field for one request. Deliberately independent of the program's output code: a test checks
// that the two agree.
import { COOKIES, REQUEST_HEADERS, RESPONSE_HEADERS } from '../../src/sandbox/prepare-zone.ts';
import type { Moment, Request } from '../../src/sandbox/traffic/shop/index.ts';

/** Prints one field of a request as JSON. */
export type FieldText = (request: Request) => string;

/** The timestamp formats of the samples. */
export type TimestampFormat = 'unixnano' | 'rfc3339ns';

const REDIRECT_RULES =
  '[{"product":"redirects","rulesetId":"7b1de6c0a2f94a5c9d37e0458f6b21aa","rulesetVersion":7,"rules":[{"id":"0c9e5f41d2b84f7eb6a3187c4d20f5e6","metadata":{"target":"https"}}]}]';

/** Every field that a sample job may name, except the two timestamps. */
const FIELDS: Readonly<Record<string, FieldText>> = {
  BotDetectionIDs: ({ client }) => `[${client.botDetectionIds.join(',')}]`,
  BotScore: ({ client }) => String(client.botScore),
  BotTags: ({ client }) => list(client.botTags),
  CacheCacheStatus: ({ answer }) => `"${answer.cacheStatus}"`,
  CacheTieredFill: ({ answer }) => String(answer.isTieredFill),
  ClientASN: ({ client }) => String(client.asn),
  ClientCountry: ({ client }) => `"${client.country}"`,
  ClientIP: ({ client }) => `"${client.ip}"`,
  ClientRequestHost: ({ target }) => `"${target.host}"`,
  ClientRequestMethod: ({ target }) => `"${target.method}"`,
  ClientRequestPath: (request) => quote(request.target.path, request),
  ClientRequestProtocol: (request) => quote(request.client.protocol, request),
  ClientRequestReferer: (request) => (request.referer === null ? 'null' : quote(request.referer, request)),
  ClientRequestURI: (request) => quote(request.target.path + request.target.query, request),
  ClientRequestUserAgent: (request) => quote(request.client.agent, request),
  Cookies: (request) => picked(COOKIES, request.client.cookies, request),
  EdgeColoCode: ({ client }) => `"${client.colo}"`,
  EdgeResponseBytes: ({ answer }) => String(answer.bytes),
  EdgeResponseCompressionRatio: ({ answer }) => String(answer.compressionHundredths / 100),
  EdgeResponseContentType: (request) => quote(request.answer.contentType, request),
  EdgeResponseStatus: ({ answer }) => String(answer.status),
  EdgeTimeToFirstByteMs: ({ timeToFirstByteMs }) => String(timeToFirstByteMs),
  LeakedCredentialCheckResult: ({ answer }) => `"${answer.leakedCredentials}"`,
  MatchedRules: ({ answer }) => (answer.isRedirected ? REDIRECT_RULES : '[]'),
  OriginResponseDurationMs: ({ answer }) => String(answer.originMs),
  OriginResponseStatus: ({ answer }) => String(answer.originStatus),
  RayID: ({ rayId }) => `"${rayId}"`,
  RequestHeaders: (request) => picked(REQUEST_HEADERS, sentHeaders(request), request),
  ResponseHeaders: (request) => picked(RESPONSE_HEADERS, request.answer.headers, request),
  SecurityAction: ({ answer }) => `"${answer.security.action}"`,
  SecurityActions: ({ answer }) => list(answer.security.actions),
  SecurityRuleIDs: ({ answer }) => list(answer.security.ruleIds),
  SecuritySources: ({ answer }) => list(answer.security.sources),
  WAFAttackScore: ({ answer }) => String(answer.attackScore),
};

/**
 * Returns the printer of a field.
 * @throws Error for a field that the samples do not model
 */
export function fieldText(name: string, format: TimestampFormat): FieldText {
  const print = format === 'unixnano' ? unixNano : rfc3339Nano;
  if (name === 'EdgeStartTimestamp') return ({ start }) => print(start);
  if (name === 'EdgeEndTimestamp') return ({ end }) => print(end);
  const found = FIELDS[name];
  if (found === undefined) throw new Error(`cannot print ${name}: found an unknown field, expected one of the samples`);
  return found;
}

function unixNano(at: Moment): string {
  return `${at.ms}${String(at.ns).padStart(6, '0')}`;
}

function rfc3339Nano(at: Moment): string {
  return `"${new Date(at.ms).toISOString().slice(0, -1)}${String(at.ns).padStart(6, '0')}Z"`;
}

function list(items: readonly string[]): string {
  return items.length === 0 ? '[]' : JSON.stringify(items);
}

function sentHeaders(request: Request): Readonly<Record<string, string>> {
  return { ...request.client.requestHeaders, ...request.target.headers };
}

/** Prints an object of the configured names that the exchange has, in the order of the ruleset. */
function picked(names: readonly string[], values: Readonly<Record<string, string>>, request: Request): string {
  let text = '';
  for (const name of names) {
    const value = values[name];
    if (value !== undefined) text += `${text === '' ? '' : ','}"${name}":${quote(value, request)}`;
  }
  return `{${text}}`;
}

function quote(text: string, request: Request): string {
  const quoted = JSON.stringify(text);
  if (!request.isEscaped) return quoted;
  const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return quoted.replaceAll('/', '\\/').replace(/[\u0080-\uffff]/g, escapeUnit);
}
