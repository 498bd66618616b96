// A line of NDJSON → an exchange. Checks the keys that are used and ignores others.
import {
  type Instant,
  instantFromInteger,
  instantFromText,
  isPlainObject,
  JsonSyntaxError,
  MAX_JSON_DEPTH,
  type PlainObject,
  parseJson,
  type Value,
} from '../../base/index.ts';
import type { EntryReading, Exchange, Header } from './exchange.ts';
import { checkParts, wrong, wrongScalar } from './shape-check.ts';

/**
 * Checks one of the `fields` of an exchange.
 * @returns the problem, without the path: "found …, expected …"; undefined if there is none
 */
export type CheckField = (name: string, value: unknown) => string | undefined;

/**
 * Matches the timestamp at the start of a line, where most lines have it: parsing the line exactly takes ten times as
 * long.
 */
const TIMESTAMP_FIRST = /\s*\{\s*"timestamp"\s*:\s*(\d+)\s*[,}]/y;
/** The last of several equal keys counts, so a line that repeats the key is parsed exactly. */
const TIMESTAMP_KEY = '"timestamp"';
/** Deeper values are parsed again: `JSON.parse` has no limit, the stack does. Levels. */
const MAX_LEVELS = 16;

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

/** Whether {@link timeOfLine} finds a time in a line. Many times as fast. @param rounded see {@link timeOfLine} */
function isTimeOfLine(rounded: unknown): boolean {
  if (typeof rounded === 'string') return instantFromText(rounded) !== undefined;
  return Number.isInteger(rounded);
}

/**
 * Returns the exact time of a line. Called on access: most exchanges of a preview do not need it.
 * @param rounded its `timestamp` from `JSON.parse`: integers above 2^53 have lost their last digits
 * @param text the line
 * @returns undefined if it has none
 */
function timeOfLine(rounded: unknown, text: string): Instant | undefined {
  if (typeof rounded === 'string') return instantFromText(rounded);
  if (typeof rounded !== 'number' || !Number.isInteger(rounded)) return undefined;
  if (Number.isSafeInteger(rounded)) return instantFromInteger(rounded);
  TIMESTAMP_FIRST.lastIndex = 0;
  const first = TIMESTAMP_FIRST.exec(text)?.[1];
  const isOnly = first !== undefined && !text.includes(TIMESTAMP_KEY, TIMESTAMP_FIRST.lastIndex);
  if (isOnly && Number(first) === rounded) return instantFromInteger(BigInt(first));
  const exact = exactMember(text, 'timestamp');
  return typeof exact === 'bigint' || typeof exact === 'number'
    ? instantFromInteger(exact)
    : instantFromInteger(rounded);
}

/**
 * Returns the `fields` of a line with exact numbers: as `JSON.parse` returns them, or as values of src/base. Parses the line again only if a
 * number may have lost digits.
 * @param rounded the fields from `JSON.parse`: numbers may have lost their last digits
 * @param text the line
 * @returns undefined if values are nested more deeply than src/base parses
 */
function exactFields(rounded: PlainObject, text: string): PlainObject | undefined {
  if (isExact(rounded, 0)) return rounded;
  const exact = exactMember(text, 'fields');
  return exact instanceof Map ? Object.fromEntries(exact) : undefined;
}

function isExact(value: unknown, level: number): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return true;
  if (level === MAX_LEVELS) return false;
  const inner: unknown[] = isPlainObject(value) ? Object.values(value) : (value as unknown[]);
  return inner.every((one) => isExact(one, level + 1));
}

/** Returns a member of the object that a line contains, with exact numbers; undefined if the line cannot be parsed or lacks it. */
function exactMember(text: string, name: string): Value | undefined {
  try {
    const line = parseJson(text);
    return line instanceof Map ? line.get(name) : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
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
