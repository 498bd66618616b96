// A line of NDJSON → an exchange. Checks the keys that are used and ignores others.
import { type Instant, isPlainObject, type PlainObject } from '../base/index.ts';
import type { EntryReading, Exchange, Header } from './exchange.ts';
import { isTimeOfLine, timeOfLine } from './line-time.ts';
import { checkParts, wrong, wrongScalar } from './shape-check.ts';

/** An exchange that parses its time on access. */
class LineExchange implements Exchange {
  readonly client: Exchange['client'];
  readonly request: Exchange['request'];
  readonly response: Exchange['response'];
  readonly #rounded: unknown;
  readonly #text: string;

  constructor(line: PlainObject, request: PlainObject, response: PlainObject, text: string) {
    const { ip, country } = (line.client ?? {}) as PlainObject;
    this.client = {
      ip: (ip ?? undefined) as string | undefined,
      country: (country ?? undefined) as string | undefined,
    };
    this.request = {
      method: request.method as string,
      url: request.url as string,
      httpVersion: (request.httpVersion ?? undefined) as string | undefined,
      headers: request.headers as readonly Header[],
    };
    this.response = { status: response.status as number, headers: response.headers as readonly Header[] };
    this.#rounded = line.timestamp;
    this.#text = text;
  }

  get timestamp(): Instant | undefined {
    return timeOfLine(this.#rounded, this.#text);
  }
}

/**
 * Parses one exchange.
 * @param line the whole line, as `JSON.parse` returns it
 * @param text the line itself
 */
export function readExchangeLine(line: PlainObject, text: string): EntryReading {
  const { client, request, response, timestamp } = line;
  const problem = checkParts(request, response) ?? checkClient(client);
  if (problem !== undefined) return { kind: 'broken', message: problem };
  const [sent, answered] = [request as PlainObject, response as PlainObject];
  const headersProblem = checkHeaders(sent.headers, 'request') ?? checkHeaders(answered.headers, 'response');
  if (headersProblem !== undefined) return { kind: 'broken', message: headersProblem };
  if (timestamp !== undefined && timestamp !== null && !isTimeOfLine(timestamp)) {
    return { kind: 'broken', message: wrongScalar('timestamp', timestamp, 'RFC 3339 or an integer') };
  }
  return { kind: 'exchange', exchange: new LineExchange(line, sent, answered, text) };
}

function checkClient(client: unknown): string | undefined {
  if (client === undefined || client === null) return undefined;
  if (!isPlainObject(client)) return wrong('client', client, 'an object');
  const { ip, country } = client;
  if (!isTextOrNothing(ip)) return wrong('client.ip', ip, 'a text');
  return isTextOrNothing(country) ? undefined : wrong('client.country', country, 'a text');
}

function checkHeaders(headers: unknown, of: 'request' | 'response'): string | undefined {
  if (!Array.isArray(headers)) return wrong(`${of}.headers`, headers, 'an array of pairs [name, value]');
  for (let i = 0; i < headers.length; i += 1) {
    const pair: unknown = headers[i];
    if (Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string' && typeof pair[1] === 'string')
      continue;
    return describePair(pair, `${of}.headers[${i}]`);
  }
  return undefined;
}

function describePair(pair: unknown, path: string): string {
  if (!Array.isArray(pair) || pair.length !== 2) return wrong(path, pair, 'a pair ["name", "value"]');
  return typeof pair[0] === 'string' ? wrong(`${path}[1]`, pair[1], 'a text') : wrong(`${path}[0]`, pair[0], 'a text');
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}
