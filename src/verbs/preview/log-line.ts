// Writes one exchange as the line that would be pushed: the custom fields, and the fields of http_requests that an exchange
// contains. Types are those of the catalog; a field that the exchange does not contain is omitted, never invented.
import { type LoggedValue, loggedKeyOf, type Ruleset } from '../../language/custom-fields/index.ts';
import {
  EXCHANGE_FIELDS,
  type Exchange,
  type ExchangeField,
  type TargetedExchange,
  targetOf,
} from '../../sandbox/traffic/index.ts';

/** Returns the line of an exchange, with its line end. @param values by configured field */
export type LogLine = (exchange: Exchange, values: readonly LoggedValue[]) => string;

/** The data from which fields are written. */
interface LineSource extends TargetedExchange {
  values: readonly LoggedValue[];
}

/** Returns the JSON of a field's value; undefined if the exchange does not contain it. */
type Print = (source: LineSource) => string | undefined;

/** Matches what JSON.stringify may escape: this test is faster than calling it for each text. */
const NEEDS_ESCAPE = /[\x00-\x1f"\\\ud800-\udfff]/;

function quoted(value: string): string {
  return NEEDS_ESCAPE.test(value) ? JSON.stringify(value) : `"${value}"`;
}

function printed(value: ReturnType<ExchangeField>): string | undefined {
  return typeof value === 'string' ? quoted(value) : value?.toString();
}

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
  const printers = new Map<string, Print>(
    Object.entries(EXCHANGE_FIELDS).map(([name, read]) => [name, (source) => printed(read(source))]),
  );
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
