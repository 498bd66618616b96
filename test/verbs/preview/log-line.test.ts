// The fields of a log line, and those that it omits.
import { describe, expect, it } from 'vitest';
import { LIMITS, readRuleset } from '../../../src/language/custom-fields/index.ts';
import type { Exchange, Header } from '../../../src/sandbox/traffic/index.ts';
import { createLogLine, unmappedFields } from '../../../src/verbs/preview/log-line.ts';

function exchange(url: string, headers: Header[] = [], change: Partial<Exchange> = {}): Exchange {
  return {
    timestamp: undefined,
    client: { ip: undefined, country: undefined },
    request: { method: 'GET', url, httpVersion: undefined, headers },
    response: { status: 200, headers: [] },
    ...change,
  };
}

describe('line', () => {
  const parameters = { request_fields: [{ name: 'x-a' }], cookie_fields: [{ name: '2' }, { name: '1' }] };
  const rule = { action: 'log_custom_field', expression: 'true', action_parameters: parameters };
  const ruleset = readRuleset(JSON.stringify(rule), 'r', LIMITS.classic).ruleset!;

  it('keeps the configured order, escapes values, and omits unknown fields', () => {
    const line = createLogLine(ruleset, ['Cookies', 'ClientIP', 'RequestHeaders', 'ResponseHeaders', 'RayID']);
    expect(line(exchange('/'), ['a"b\\\u0001\ud800', '2', '1'])).toBe(
      '{"Cookies":{"2":"2","1":"1"},"RequestHeaders":{"x-a":"a\\"b\\\\\\u0001\\ud800"}}\n',
    );
    expect(unmappedFields(ruleset, ['Cookies', 'ResponseHeaders', 'BotScore', 'ClientIP'])).toEqual([
      'ResponseHeaders',
      'BotScore',
    ]);
  });

  it('reads fields from response headers', () => {
    const line = createLogLine(ruleset, ['RayID', 'EdgeColoCode', 'EdgeResponseContentType', 'ClientCountry']);
    const headers: Header[] = [
      ['CF-RAY', 'a536a5e1ebcd92f9-FRA'],
      ['Content-Type', 'text/html; charset=utf-8'],
    ];
    const change = { response: { status: 200, headers }, client: { ip: undefined, country: 'DE' } };
    expect(line(exchange('/', [], change), [])).toBe(
      '{"RayID":"a536a5e1ebcd92f9","EdgeColoCode":"FRA","EdgeResponseContentType":"text/html","ClientCountry":"de"}\n',
    );
  });

  it('may be empty', () => expect(createLogLine(ruleset, ['BotScore'])(exchange('/'), [])).toBe('{}\n'));
});
