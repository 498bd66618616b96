// One exchange as the line that would be pushed: the custom fields, and those fields of http_requests that an exchange
// tells. Types are the catalog's; what an exchange does not tell is left out, never made up.
import { type LoggedValue, loggedKeyOf, type Ruleset } from '../../custom-fields/index.ts';
import type { Exchange, Header } from '../../traffic/index.ts';
import { protocolOf, type Target, targetOf } from './request-target.ts';

/** Makes the line of an exchange, with its line end. @param values by configured field */
export type LogLine = (exchange: Exchange, values: readonly LoggedValue[]) => string;

/** What a field is made of. */
interface Told {
  exchange: Exchange;
  target: Target;
  values: readonly LoggedValue[];
}

/** The JSON of a field's value; undefined where the exchange does not tell it. */
type Print = (told: Told) => string | undefined;

/** What JSON.stringify may escape; asking first is faster than calling it for each text. */
const NEEDS_ESCAPE = /[\x00-\x1f"\\\ud800-\udfff]/;

function quoted(value: string): string {
  return NEEDS_ESCAPE.test(value) ? JSON.stringify(value) : `"${value}"`;
}

const text = (value: string | undefined): string | undefined => (value === undefined ? undefined : quoted(value));

/** In the order of a line without a job. */
const PLAIN_FIELDS: Readonly<Record<string, Print>> = {
  // The edge tells its id and place in a header of the response: `a536a5e1ebcd92f9-FRA`.
  RayID: ({ exchange }) => text(headerOf(exchange.response.headers, 'cf-ray')?.split('-')[0]),
  EdgeStartTimestamp: ({ exchange: { timestamp } }) => timestamp?.toString(),
  ClientIP: ({ exchange }) => text(exchange.client.ip),
  // In lower case, as it is pushed: reference/logpush.md section 5.4.
  ClientCountry: ({ exchange }) => text(exchange.client.country?.toLowerCase()),
  EdgeColoCode: ({ exchange }) => text(headerOf(exchange.response.headers, 'cf-ray')?.split('-')[1]),
  ClientRequestHost: ({ target }) => text(target.host),
  ClientRequestMethod: ({ exchange }) => text(exchange.request.method),
  ClientRequestScheme: ({ target }) => text(target.scheme),
  ClientRequestPath: ({ target }) => text(target.path),
  ClientRequestURI: ({ target }) => text(target.uri),
  ClientRequestProtocol: ({ exchange }) => text(protocolOf(exchange.request.httpVersion)),
  ClientRequestReferer: ({ exchange }) => text(headerOf(exchange.request.headers, 'referer') ?? ''),
  ClientRequestUserAgent: ({ exchange }) => text(headerOf(exchange.request.headers, 'user-agent') ?? ''),
  ClientXRequestedWith: ({ exchange }) => text(headerOf(exchange.request.headers, 'x-requested-with') ?? ''),
  EdgeResponseStatus: ({ exchange }) => String(exchange.response.status),
  EdgeResponseContentType: ({ exchange }) =>
    text((headerOf(exchange.response.headers, 'content-type') ?? '').split(';')[0]!.trim()),
};

/** Fields of a job's field_names that no exchange tells. */
export function unmappedFields(ruleset: Ruleset, fieldNames: readonly string[]): string[] {
  const printers = printersFor(ruleset);
  return fieldNames.filter((name) => !printers.has(name));
}

/** @param fieldNames of a job: which keys a line has, and in which order @default all that an exchange tells */
export function createLogLine(ruleset: Ruleset, fieldNames: readonly string[] | undefined): LogLine {
  const printers = printersFor(ruleset);
  const chosen = (fieldNames ?? [...printers.keys()]).flatMap((name) => {
    const print = printers.get(name);
    return print === undefined ? [] : [{ key: `${JSON.stringify(name)}:`, print }];
  });
  return (exchange, values) => {
    const told: Told = { exchange, target: targetOf(exchange), values };
    let line = '';
    for (const { key, print } of chosen) {
      const value = print(told);
      if (value !== undefined) line += `${line === '' ? '{' : ','}${key}${value}`;
    }
    return line === '' ? '{}\n' : `${line}}\n`;
  };
}

function printersFor(ruleset: Ruleset): Map<string, Print> {
  const printers = new Map(Object.entries(PLAIN_FIELDS));
  const byKey = Map.groupBy(
    ruleset.fields.map((field, index) => ({ field, index })),
    ({ field }) => loggedKeyOf(field.array),
  );
  for (const [key, fields] of byKey) {
    const parts = fields.map(({ field, index }) => ({ name: `${JSON.stringify(field.name)}:`, index }));
    printers.set(key, ({ values }) => {
      let object = '';
      for (const { name, index } of parts) {
        const value = values[index];
        if (value === undefined) continue;
        object += `${object === '' ? '' : ','}${name}${typeof value === 'string' ? quoted(value) : JSON.stringify(value)}`;
      }
      return `{${object}}`;
    });
  }
  return printers;
}

function headerOf(headers: readonly Header[], name: string): string | undefined {
  for (const [written, value] of headers) {
    if (written.length === name.length && written.toLowerCase() === name) return value;
  }
  return undefined;
}
