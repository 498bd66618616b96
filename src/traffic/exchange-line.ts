// A line of NDJSON → an exchange. Checks the keys that are used and ignores others.
import { type Instant, isPlainObject, MAX_JSON_DEPTH, type PlainObject } from '../base/index.ts';
import { exactFields } from './exact-fields.ts';
import type { EntryReading, Exchange, Header } from './exchange.ts';
import { isTimeOfLine, timeOfLine } from './line-time.ts';
import { checkParts, wrong, wrongScalar } from './shape-check.ts';

/**
 * Checks one of the `fields` of an exchange.
 * @returns the problem, without the path: "found …, expected …"; undefined if there is none
 */
export type CheckField = (name: string, value: unknown) => string | undefined;

/** An exchange that parses its time and its fields on access. */
class LineExchange implements Exchange {
  readonly client: Exchange['client'];
  readonly request: Exchange['request'];
  readonly response: Exchange['response'];
  readonly #rounded: unknown;
  readonly #text: string;
  #fields: PlainObject | undefined;
  #isExact = false;

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
    this.#fields = (line.fields ?? undefined) as PlainObject | undefined;
  }

  get timestamp(): Instant | undefined {
    return timeOfLine(this.#rounded, this.#text);
  }

  get fields(): PlainObject | undefined {
    if (this.#fields === undefined || this.#isExact) return this.#fields;
    this.#fields = exactFields(this.#fields, this.#text);
    this.#isExact = true;
    return this.#fields;
  }
}

/**
 * Parses one exchange.
 * @param line the whole line, as `JSON.parse` returns it
 * @param text the line itself
 * @param checkField checks each of its `fields` @default they are not checked
 */
export function readExchangeLine(line: PlainObject, text: string, checkField?: CheckField): EntryReading {
  const { request, response, timestamp, fields } = line;
  const problem = exchangeProblem(line);
  if (problem !== undefined) return { kind: 'broken', message: problem };
  const [sent, answered] = [request as PlainObject, response as PlainObject];
  if (timestamp !== undefined && timestamp !== null && !isTimeOfLine(timestamp)) {
    return { kind: 'broken', message: wrongScalar('timestamp', timestamp, 'RFC 3339 or an integer') };
  }
  const hasFields = fields !== undefined && fields !== null;
  if (hasFields && !isPlainObject(fields)) {
    return { kind: 'broken', message: wrong('fields', fields, 'an object like {"BotScore": 30}') };
  }
  const exchange = new LineExchange(line, sent, answered, text);
  const fieldsProblem = hasFields && checkField ? checkFields(exchange, checkField) : undefined;
  return fieldsProblem === undefined ? { kind: 'exchange', exchange } : { kind: 'broken', message: fieldsProblem };
}

/** Returns why a value is not an exchange, its time and `fields` aside; undefined if it is one. */
export function exchangeProblem(value: unknown): string | undefined {
  if (!isPlainObject(value)) return wrong('the exchange', value, 'an object');
  const { client, request, response } = value;
  return (
    checkParts(request, response) ??
    checkClient(client) ??
    checkHeaders((request as PlainObject).headers, 'request') ??
    checkHeaders((response as PlainObject).headers, 'response')
  );
}

function checkFields({ fields }: LineExchange, checkField: CheckField): string | undefined {
  if (fields === undefined) return `fields: found more than ${MAX_JSON_DEPTH} levels, expected fewer`;
  for (const name of Object.keys(fields)) {
    const problem = checkField(name, fields[name]);
    if (problem !== undefined) return `fields.${name}: ${problem}`;
  }
  return undefined;
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
