// The `fields` of an exchange: checked, exact, and derived from the times of a HAR entry.
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../src/base/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { fieldCheckFor } from '../../../src/sandbox/line/check-fields.ts';
import { type CheckField, type Exchange, TrafficReader } from '../../../src/sandbox/traffic/index.ts';

const REST = '"request":{"method":"GET","url":"/","headers":[]},"response":{"status":200,"headers":[]}';

function read(text: string, checkField?: CheckField): { exchanges: Exchange[]; problems: string[] } {
  const exchanges: Exchange[] = [];
  const problems: string[] = [];
  const reader = new TrafficReader(
    {
      exchange: (exchange) => exchanges.push(exchange),
      passedOver: () => {},
      problem: ({ message }) => problems.push(message),
    },
    { checkField },
  );
  reader.push(Buffer.from(text));
  reader.end();
  return { exchanges, problems };
}

describe('fields in NDJSON', () => {
  it.each<[string, Record<string, unknown> | undefined]>([
    ['{"BotScore":30,"BotTags":["a"]}', { BotScore: 30, BotTags: ['a'] }],
    ['{"EdgeEndTimestamp":1793534400123456789}', { EdgeEndTimestamp: 1_793_534_400_123_456_789n }],
    [
      '{"A":{"b":[1793534400123456789,0.10]}}',
      { A: new Map([['b', [1_793_534_400_123_456_789n, new Decimal('0.10')]]]) },
    ],
    ['{}', {}],
    ['null', undefined],
    [`{"A":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, undefined],
  ])('%.60s', (fields, expected) => {
    const { exchanges, problems } = read(`{"fields":${fields},${REST}}`);
    expect(problems).toEqual([]);
    const found = exchanges.map((exchange) => exchange.fields);
    expect(found).toEqual([expected]);
    expect(exchanges[0]!.fields).toBe(found[0]);
  });

  it.each([
    ['"x"', 'fields: found a string of 1 character, expected an object like {"BotScore": 30}'],
    ['[]', 'fields: found an array of 0, expected an object like {"BotScore": 30}'],
    [
      `{"MatchedRules":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'fields: found more than 512 levels, expected fewer',
    ],
    ['{"BotScore":"30"}', 'fields.BotScore: found a string, expected int'],
    ['{"BotScore":2.5}', 'fields.BotScore: found a decimal number, expected int'],
    ['{"BotTags":["a",1]}', 'fields.BotTags: found an array that contains an integer, expected array[string]'],
    ['{"BotTags":{}}', 'fields.BotTags: found an object, expected array[string]'],
    ['{"EdgeEndTimestamp":"soon"}', 'fields.EdgeEndTimestamp: found a string, expected RFC 3339 or an integer'],
    [
      '{"BotScor":1}',
      'fields.BotScor: found an unknown field, expected a field of http_requests; did you mean BotScore?',
    ],
    ['{"Cookies":{}}', 'fields.Cookies: found custom fields, expected them in the headers of request and response'],
    [
      '{"EdgePathingOp":"x","FirewallMatchesActions":[]}',
      'fields.FirewallMatchesActions: found a field that http_requests no longer logs, expected a current field',
    ],
  ])('reports %.60s', (fields, message) => {
    const { problems, exchanges } = read(
      `{"fields":${fields},${REST}}\n{${REST}}\n`,
      fieldCheckFor(getDataset('http_requests')),
    );
    expect(problems).toEqual([`line 1: ${message}`]);
    expect(exchanges).toHaveLength(1);
  });

  it('accepts null and RFC 3339', () => {
    const text = `{"fields":{"BotScore":null,"EdgeEndTimestamp":"2026-11-01T00:00:00Z"},${REST}}`;
    expect(read(text, fieldCheckFor(getDataset('http_requests'))).problems).toEqual([]);
  });
});

it.each<[string, Record<string, unknown> | undefined]>([
  ['"time":61.5,"timings":{"wait":60.4}', { EdgeEndTimestamp: 1_793_534_400_061_500_000n, EdgeTimeToFirstByteMs: 60 }],
  ['"time":-1,"timings":{"wait":-1}', undefined],
  ['"time":null,"timings":7', undefined],
  ['"time":1e300', undefined],
])('fields of a HAR entry with %s', (times, expected) => {
  const request = '"request":{"method":"GET","url":"https://a.example/","headers":[]}';
  const response = '"response":{"status":200,"headers":[]}';
  const entry = `{"startedDateTime":"2026-11-01T12:00:00Z",${request},${response},${times}}`;
  const { exchanges, problems } = read(`{"log":{"entries":[${entry}]}}`);
  expect(problems).toEqual([]);
  expect(exchanges.map(({ fields }) => fields)).toEqual([expected]);
});
