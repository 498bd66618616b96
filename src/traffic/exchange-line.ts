// A line of NDJSON → an exchange: strict about what is used, indifferent to other keys.
import type { Instant } from '../base/index.ts';
import type { EntryReading, Header } from './exchange.ts';
import { checkParts, isObject, type Json, wrong } from './shape-check.ts';

/**
 * Reads one exchange.
 * @param line the whole line as `JSON.parse` gives it
 * @param timestamp its `timestamp`, exact; null where it cannot be read
 */
export function readExchangeLine(line: Json, timestamp: Instant | undefined | null): EntryReading {
  const { client, request, response } = line;
  const problem = checkParts(request, response) ?? checkClient(client);
  if (problem !== undefined) return { kind: 'broken', message: problem };
  const [sent, answered] = [request as Json, response as Json];
  const headersProblem = checkHeaders(sent.headers, 'request') ?? checkHeaders(answered.headers, 'response');
  if (headersProblem !== undefined) return { kind: 'broken', message: headersProblem };
  if (timestamp === null) {
    const message = wrong('timestamp', line.timestamp, 'RFC 3339 or an integer');
    return { kind: 'broken', message };
  }
  const { ip, country } = (client ?? {}) as Json;
  return {
    kind: 'exchange',
    exchange: {
      timestamp,
      client: { ip: (ip ?? undefined) as string | undefined, country: (country ?? undefined) as string | undefined },
      request: {
        method: sent.method as string,
        url: sent.url as string,
        httpVersion: (sent.httpVersion ?? undefined) as string | undefined,
        headers: sent.headers as readonly Header[],
      },
      response: { status: answered.status as number, headers: answered.headers as readonly Header[] },
    },
  };
}

function checkClient(client: unknown): string | undefined {
  if (client === undefined || client === null) return undefined;
  if (!isObject(client)) return wrong('client', client, 'an object');
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
