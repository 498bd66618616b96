// The lines that the service logs: values of an exchange, values without data, custom fields; `get` agrees with the JSON, and the
// validator accepts every line.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineSchemaOf } from '../../../src/analysis/validate/index.ts';
import { Decimal, parseJson, type Value } from '../../../src/base/index.ts';
import { readerOptionsOf } from '../../../src/input/objects/reader-options.ts';
import { createRecordReader, type LineRecord } from '../../../src/input/record/index.ts';
import { LIMITS, type Ruleset, readRuleset } from '../../../src/language/custom-fields/index.ts';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { createLineBuilder, type LineBuilderOptions } from '../../../src/sandbox/line/line-builder.ts';
import type { Exchange, Header } from '../../../src/sandbox/traffic/index.ts';
import { shopExchange, streamRequests } from '../../../src/sandbox/traffic/shop/index.ts';
import { codePoint } from '../../helpers/code-point.ts';
import { coveredCases, randomRuns } from '../../helpers/random-runs.ts';
import { countsOf, RULESET, validationFor } from '../../helpers/validate/checked.ts';

const dataset = getDataset('http_requests');
const LOGGED = [...dataset.fields.values()].filter(({ removed }) => removed === undefined).map(({ name }) => name);
const REMOVED = [...dataset.fields.values()].filter(({ removed }) => removed !== undefined).map(({ name }) => name);
const AT = Date.UTC(2026, 10, 1, 12);
const NS = 1_793_534_400_123_456_789n;

function rulesetText(parameters: object): string {
  return JSON.stringify({ action: 'log_custom_field', expression: 'true', action_parameters: parameters });
}
const CLASSIC = rulesetText({
  request_fields: [{ name: 'x-a' }, { name: 'cookie' }, { name: '2' }, { name: '1' }],
  response_fields: [{ name: 'x-b' }],
  cookie_fields: [{ name: 'sid' }, { name: 'Sid' }],
});
const CURRENT = rulesetText({
  request_fields: [{ name: 'range' }, { name: 'x-a' }],
  raw_response_fields: [{ name: 'set-cookie', preserve_duplicates: true }],
});

function rulesetOf(text: string, limits = LIMITS.classic) {
  return readRuleset(text, 'r', limits).ruleset!;
}

function builder(options: Partial<LineBuilderOptions> & { rules?: string } = {}) {
  const { rules, limits = LIMITS.classic, ...rest } = options;
  const ruleset = rules === undefined ? undefined : rulesetOf(rules, limits);
  return createLineBuilder({ dataset, ruleset, limits, fields: undefined, ...rest });
}

function exchange(change: Partial<Exchange> = {}, headers: Header[] = [], answered: Header[] = []): Exchange {
  return {
    timestamp: NS,
    client: { ip: '192.0.2.1', country: 'DE' },
    request: { method: 'GET', url: 'https://a.example/p?q=1', httpVersion: 'h2', headers },
    response: { status: 200, headers: answered },
    ...change,
  };
}

function parsed(line: LineRecord): Map<string, Value> {
  return parseJson(line.json.toString()) as Map<string, Value>;
}

describe('values', () => {
  it.each<[string, Value, Exchange]>([
    ['ClientRequestURI', '/p?q=1', exchange()],
    ['ClientCountry', 'de', exchange()],
    ['ClientIP', '', exchange({ client: { ip: undefined, country: undefined } })],
    ['EdgeResponseStatus', 200, exchange()],
    ['EdgeStartTimestamp', NS, exchange()],
    ['EdgeEndTimestamp', NS, exchange()],
    ['EdgeStartTimestamp', BigInt(AT) * 1_000_000n + 500_000n, exchange({ timestamp: undefined })],
    ['EdgeStartTimestamp', 5, exchange({ timestamp: 5n })],
    ['RayID', '8a1b2c3d4e5f6071', exchange({}, [], [['CF-Ray', '8a1b2c3d4e5f6071-FRA']])],
    ['EdgeColoCode', 'FRA', exchange({}, [], [['CF-Ray', '8a1b2c3d4e5f6071-FRA']])],
    ['ParentRayID', '00', exchange()],
    ['ZoneName', 'example.com', exchange()],
    ['BotScore', 0, exchange()],
    ['CacheTieredFill', false, exchange()],
    ['SecurityActions', [], exchange()],
    ['JA4Signals', new Map(), exchange()],
    ['RequestHeaders', new Map(), exchange()],
    ['ClientRequestUserAgent', '', exchange()],
    // `fields` replace what the exchange contains.
    ['BotScore', 30, exchange({ fields: { BotScore: 30 } })],
    ['BotScore', null, exchange({ fields: { BotScore: null } })],
    ['ClientCountry', 'xx', exchange({ fields: { ClientCountry: 'xx' } })],
    ['EdgeResponseCompressionRatio', new Decimal('2.5'), exchange({ fields: { EdgeResponseCompressionRatio: 2.5 } })],
    ['EdgeResponseBytes', 2n ** 60n, exchange({ fields: { EdgeResponseBytes: 2 ** 60 } })],
    ['JA4Signals', new Map([['a', 1]]), exchange({ fields: { JA4Signals: { a: 1 } } })],
    ['EdgeEndTimestamp', NS + 5n, exchange({ fields: { EdgeEndTimestamp: NS + 5n } })],
    ['EdgeEndTimestamp', NS, exchange({ fields: { EdgeEndTimestamp: NS - 5n } })],
    ['EdgeEndTimestamp', NS, exchange({ fields: { EdgeEndTimestamp: 'soon' } })],
    [
      'EdgeStartTimestamp',
      1_793_534_400_500_000_000n,
      exchange({ fields: { EdgeStartTimestamp: '2026-11-01T12:00:00.5Z' } }),
    ],
    // The headers decide the custom fields.
    ['Cookies', new Map(), exchange({ fields: { Cookies: { sid: '1' } } })],
  ])('%s %s', (field, value, given) => {
    const line = builder().build(given, AT + 0.5);
    expect(line.get(field)).toEqual(value);
    expect(parsed(line).get(field)).toEqual(value);
  });

  it('has no removed field, and none of another dataset', () => {
    const line = builder({ fields: ['RayID', ...REMOVED, 'NoSuchField', 'RayID', 'BotScore'] }).build(exchange(), AT);
    for (const name of [...REMOVED, 'NoSuchField', 'constructor']) expect(line.get(name)).toBeUndefined();
    expect([...parsed(line).keys()]).toEqual(['RayID', 'BotScore']);
    expect(line.get('ClientIP')).toBe('192.0.2.1');
    expect(line.indexOf('ClientIP')).toBe(-1);
  });

  it('has every logged field by default', () => {
    expect([...parsed(builder().build(exchange(), AT)).keys()]).toEqual(LOGGED);
    expect(builder({ fields: [] }).build(exchange(), AT).json.toString()).toBe('{}');
  });

  it('reads timestamps that exchanges parse on access once the field is asked for', () => {
    const late = {
      ...exchange(),
      get timestamp() {
        return NS + 1n;
      },
    };
    expect(builder().build(late, AT).get('EdgeStartTimestamp')).toBe(NS + 1n);
  });
});

describe('ray IDs', () => {
  it('differ by exchange, agree between builders of one seed, and have 16 digits', () => {
    const [one, same, other] = [builder({ seed: 7 }), builder({ seed: 7, fields: ['RayID'] }), builder({ seed: 8 })];
    const idOf = (from: typeof one) => from.build(exchange(), AT).get('RayID') as string;
    const ids = Array.from({ length: 1000 }, () => idOf(one));
    expect(new Set(ids).size).toBe(1000);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect(Array.from({ length: 1000 }, () => idOf(same))).toEqual(ids);
    expect(ids).not.toContain(idOf(other));
    expect(one.build(exchange(), AT, 3).get('RayID')).toBe(ids[3]);
    expect(one.build(exchange(), AT, 2 ** 32 + 3).get('RayID')).not.toBe(ids[3]);
  });
});

describe('custom fields', () => {
  it.each<[string, string, Header[], Header[], Record<string, unknown>]>([
    [
      'the first value of a repeated header, joined Cookie headers, names that look like integers in order',
      CLASSIC,
      [
        ['X-A', 'one'],
        ['x-a', 'two'],
        ['Cookie', 'sid=1; a=b'],
        ['cookie', 'Sid="2"'],
        ['1', 'i'],
        ['2', ''],
      ],
      [['X-B', 'é\ud800"']],
      {
        RequestHeaders: [
          ['x-a', 'one'],
          ['cookie', 'sid=1; a=b; Sid="2"'],
          ['2', ''],
          ['1', 'i'],
        ],
        ResponseHeaders: [['x-b', 'é\ud800"']],
        Cookies: [
          ['sid', '1'],
          ['Sid', '"2"'],
        ],
      },
    ],
    [
      'values over 8 KB are cut, later ones are empty',
      CLASSIC,
      [
        ['x-a', 'ä'.repeat(4097)],
        ['cookie', 'sid=1'],
      ],
      [['x-b', 'b']],
      {
        RequestHeaders: [
          ['x-a', 'ä'.repeat(4096)],
          ['cookie', ''],
        ],
        ResponseHeaders: [['x-b', '']],
        Cookies: [['sid', '']],
      },
    ],
    [
      'every value with preserve_duplicates',
      CURRENT,
      [['range', 'bytes=0-1']],
      [
        ['set-cookie', 'a=1'],
        ['Set-Cookie', 'b="2"'],
      ],
      { RequestHeaders: [], ResponseHeaders: [['set-cookie', ['a=1', 'b="2"']]], Cookies: [] },
    ],
  ])('%s', (_, rules, headers, answered, expected) => {
    const line = builder({ rules, limits: rules === CURRENT ? LIMITS.current : LIMITS.classic }).build(
      exchange({}, headers, answered),
      AT,
    );
    for (const [key, pairs] of Object.entries(expected)) {
      expect([...(line.get(key) as Map<string, Value>)]).toEqual(pairs);
      expect([...(parsed(line).get(key) as Map<string, Value>)]).toEqual(pairs);
    }
  });
});

/** Text with everything that JSON escapes or that is more than one byte. */
const hostile = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 40 }),
  fc
    .array(fc.constantFrom('a', '"', '\\', '\u0000', '\n', '\u007f', '\u0080', 'é', '漢', '\ud83c', '\udf81', '/'), {
      maxLength: 200,
    })
    .map((units) => units.join('')),
);
const headers = fc.array(
  fc.tuple(
    fc.constantFrom(
      'x-a',
      'X-A',
      'cookie',
      'Cookie',
      'x-b',
      '1',
      'User-Agent',
      'referer',
      ':path',
      'cf-ray',
      'content-type',
    ),
    hostile,
  ),
  { maxLength: 8 },
);
const fields = fc.dictionary(
  fc.constantFrom(...LOGGED),
  fc.oneof(hostile, fc.bigInt(), fc.double(), fc.jsonValue(), fc.constantFrom(undefined, -0, 2 ** 53, 1e300)),
  { maxKeys: 12 },
);
const exchanges = fc
  .record({
    timestamp: fc.option(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), { nil: undefined }),
    client: fc.record({ ip: fc.option(hostile, { nil: undefined }), country: fc.option(hostile, { nil: undefined }) }),
    request: fc.record({ method: hostile, url: hostile, httpVersion: fc.option(hostile, { nil: undefined }), headers }),
    response: fc.record({ status: fc.oneof(fc.integer(), fc.constant(1e21)), headers }),
    fields: fc.option(fields, { nil: undefined }),
  })
  .map((one): Exchange => one);

describe('properties', () => {
  it('the record agrees with its JSON, and with a reader of the JSON', () => {
    const read: LineRecord[] = [];
    fc.assert(
      fc.property(
        fc.array(exchanges, { minLength: 1, maxLength: 4 }),
        fc.option(fc.subarray(LOGGED, { minLength: 1 }), { nil: undefined }),
        fc.boolean(),
        (several, names, hasRuleset) => {
          const lines = builder({ fields: names, ...(hasRuleset ? { rules: CLASSIC } : {}) });
          for (const one of several) {
            const line = lines.build(one, AT);
            const before = new Map(LOGGED.map((name) => [name, line.get(name)]));
            const sink = { record: (record: LineRecord) => read.push(compare(line, record)), blank() {}, remark() {} };
            const reader = createRecordReader(
              { input: 'ndjson' },
              { ...sink, malformed: ({ message }) => expect.fail(message) },
            );
            reader.push(Buffer.from(`${line.json}\n`));
            reader.end();
            const found = parsed(line);
            expect([...found.keys()]).toEqual(names ?? LOGGED);
            expect(line.toMap()).toEqual(found);
            for (const [name, value] of found) expect(before.get(name)).toEqual(value);
          }
        },
      ),
      { numRuns: randomRuns(150) },
    );
    expect(read.length).toBeGreaterThan(coveredCases(75));
  });
});

/** Compares every figure of two records of one line. */
function compare(line: LineRecord, stored: LineRecord): LineRecord {
  expect(line.bytes).toBe(stored.bytes);
  expect(line.fieldCount).toBe(stored.fieldCount);
  expect(line.stored()).toEqual(stored.stored());
  for (let index = 0; index < stored.fieldCount; index += 1) {
    const name = stored.fieldName(index);
    const figures = (record: LineRecord) => [
      record.fieldName(index),
      record.indexOf(name),
      record.valueStart(index),
      record.valueEnd(index),
      record.fieldBytes(index),
      record.isEmpty(index),
      record.isRepeat(index),
      record.get(name),
    ];
    expect(figures(line)).toEqual(figures(stored));
  }
  return stored;
}

/** Exchanges of the shop, with all the fields that it sets. */
function shopExchanges(count: number): Exchange[] {
  const found: Exchange[] = [];
  for (const request of streamRequests({ seed: 5, scale: 0.3 })) {
    if (found.push(shopExchange(request)) === count) break;
  }
  return found;
}

it.each<[string, Ruleset, Exchange[]]>([
  [
    'of any exchange',
    rulesetOf(CLASSIC),
    Array.from({ length: 50 }, (_, i) =>
      exchange({ fields: { BotScore: i, MatchedRules: [{ a: i }] } }, [
        ['x-a', 'ä'.repeat(i)],
        ['cookie', `sid=${i}`],
      ]),
    ),
  ],
  ['of the shop', RULESET, shopExchanges(400)],
])('the validator accepts lines of all fields: %s', (_, ruleset, several) => {
  const options = { field_names: LOGGED, timestamp_format: 'unixnano' as const };
  const lines = createLineBuilder({ dataset, ruleset, limits: LIMITS.classic, fields: LOGGED });
  const validation = validationFor({ options, ruleset });
  const { input } = lineSchemaOf(options, dataset);
  const object = validation.openObject(
    '20261101/20261101T000000Z_20261104T000000Z_aa.log',
    readerOptionsOf({ outputOptions: options }, dataset, { input, records: undefined, columns: undefined }),
  );
  for (const one of several) object.push(Buffer.from(`${lines.build(one, AT).json}\n`));
  object.end(false);
  const totals = validation.toTotals();
  // A cookie of the shop is nearly 8 KB.
  expect({ ...countsOf(totals), 'custom-near-limit': 0 }).toEqual({ 'custom-near-limit': 0 });
  expect(totals.lines).toMatchObject({ read: several.length, clean: several.length });
});
