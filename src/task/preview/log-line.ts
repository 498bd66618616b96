// Writes one exchange as the line that would be pushed: the custom fields, and the fields of http_requests that an exchange
// contains. Types are those of the catalog; a field that the exchange does not contain is omitted, never invented.
import { type LoggedValue, loggedKeyOf, type Ruleset } from '../../custom-fields/index.ts';
import type { Exchange, Header } from '../../traffic/index.ts';
import { protocolOf, type Target, targetOf } from './request-target.ts';

/** Returns the line of an exchange, with its line end. @param values by configured field */
export type LogLine = (exchange: Exchange, values: readonly LoggedValue[]) => string;

/** The data from which fields are written. */
interface LineSource {
  exchange: Exchange;
  target: Target;
  values: readonly LoggedValue[];
}

/** Returns the JSON of a field's value; undefined if the exchange does not contain it. */
type Print = (source: LineSource) => string | undefined;

/** Matches what JSON.stringify may escape: this test is faster than calling it for each text. */
const NEEDS_ESCAPE = /[\x00-\x1f"\\\ud800-\udfff]/;

function quoted(value: string): string {
  return NEEDS_ESCAPE.test(value) ? JSON.stringify(value) : `"${value}"`;
}

const text = (value: string | undefined): string | undefined => (value === undefined ? undefined : quoted(value));

/** In the order of a line without a job. */
const PLAIN_FIELDS: Readonly<Record<string, Print>> = {
  // The edge sends its id and location in a response header: `a536a5e1ebcd92f9-FRA`.
  RayID: ({ exchange }) => text(headerOf(exchange.response.headers, 'cf-ray')?.split('-')[0]),
  EdgeStartTimestamp: ({ exchange: { timestamp } }) => timestamp?.toString(),
  ClientIP: ({ exchange }) => text(exchange.client.ip),
  // In lower case, as the platform pushes it: docs/platform.md, "Datasets".
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

/** Returns the fields of a job's field_names that no exchange contains. */
export function unmappedFields(ruleset: Ruleset, fieldNames: readonly string[]): string[] {
  const printers = printersFor(ruleset);
  return fieldNames.filter((name) => !printers.has(name));
}

/**
 * Creates the writer of lines.
 * @param fieldNames the keys of a line, in order @default every field that an exchange contains
 */
export function createLogLine(ruleset: Ruleset, fieldNames: readonly string[] | undefined): LogLine {
  const printers = printersFor(ruleset);
  const chosen = (fieldNames ?? [...printers.keys()]).flatMap((name) => {
    const print = printers.get(name);
    return print === undefined ? [] : [{ key: `${JSON.stringify(name)}:`, print }];
  });
  return (exchange, values) => {
    const source: LineSource = { exchange, target: targetOf(exchange), values };
    let line = '';
    for (const { key, print } of chosen) {
      const value = print(source);
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
