// Recorded traffic, valid and invalid: its exchanges and problems, for any chunks.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Exchange, TrafficReader } from '../../../src/sandbox/traffic/index.ts';
import { randomRuns } from '../../helpers/random-runs.ts';

interface Reading {
  exchanges: Exchange[];
  places: string[];
  passedOver: string[];
  problems: [code: string, index: number, offset: number, message: string][];
}

function read(text: string | Uint8Array, chunkBytes = 1 << 20, isTruncated = false): Reading {
  const reading: Reading = { exchanges: [], places: [], passedOver: [], problems: [] };
  const reader = new TrafficReader({
    exchange: (exchange, { index, offset }) => {
      // The time may be a getter, which comparisons do not see.
      reading.exchanges.push({ ...exchange, timestamp: exchange.timestamp });
      reading.places.push(`${index}@${offset}`);
    },
    passedOver: (reason) => reading.passedOver.push(reason),
    problem: ({ code, index, offset, message }) => reading.problems.push([code, index, offset, message]),
  });
  const bytes = Buffer.from(text as string);
  for (let at = 0; at < bytes.length; at += chunkBytes) reader.push(bytes.subarray(at, at + chunkBytes));
  reader.end(isTruncated);
  return reading;
}

const LINE = {
  timestamp: '2026-11-02T14:30:00.000000001Z',
  client: { ip: '198.51.100.7', country: 'de' },
  request: {
    method: 'GET',
    url: 'https://a.example/?q=1',
    httpVersion: 'HTTP/2',
    headers: [
      ['Host', 'a.example'],
      ['x', '1'],
      ['x', '2'],
    ],
  },
  response: { status: 200, headers: [] },
};
const line = (change: (line: typeof LINE) => unknown) => JSON.stringify(change(structuredClone(LINE)));
const GOOD = JSON.stringify(LINE);

const ENTRY = {
  startedDateTime: '2026-11-02T15:30:00.123+01:00',
  request: {
    method: 'GET',
    url: 'https://a.example/',
    httpVersion: 'h2',
    headers: [
      { name: ':authority', value: 'a.example' },
      { name: 'X', value: '1' },
    ],
    cookies: [],
  },
  response: { status: 200, headers: [{ name: 'set-cookie', value: 'a=1\nb=2' }], content: { text: 'x' } },
};
const har = (...entries: unknown[]) =>
  JSON.stringify({ log: { version: '1.2', pages: [{ id: 'p' }], entries } }, null, 1);
const entry = (change: object) => ({ ...structuredClone(ENTRY), ...change });

describe('NDJSON', () => {
  it('is parsed line by line', () => {
    const { exchanges, places, problems } = read(`${GOOD}\r\n\n${GOOD}`);
    expect(problems).toEqual([]);
    expect(places).toEqual(['0@0', `2@${GOOD.length + 3}`]);
    expect(exchanges[0]).toEqual({ ...LINE, timestamp: 1793629800000000001n });
  });

  it.each<[string, bigint | undefined]>([
    ['"2026-11-02T14:30:00Z"', 1793629800000000000n],
    ['1793629800000000001', 1793629800000000001n],
    ['1793629800', 1793629800000000000n],
    ['1793629800123', 1793629800123000000n],
    ['null', undefined],
  ])('the time %s', (timestamp, wanted) => {
    const text = GOOD.replace(/"timestamp":"[^"]*"/, `"timestamp":${timestamp}`);
    expect(read(text).exchanges.map((exchange) => exchange.timestamp)).toEqual([wanted]);
  });

  it('the time is exact although the key occurs elsewhere too', () => {
    const text = `{"a":{"timestamp":1},${GOOD.slice(1).replace(/"timestamp":"[^"]*"/, '"timestamp" : 1793629800000000003')}`;
    expect(read(text).exchanges[0]!.timestamp).toBe(1793629800000000003n);
  });

  it.each<[string, string]>([
    [line(() => 5), 'found a number, expected one JSON object'],
    ['{"request":', 'found the end of the line'],
    [line((one) => ({ ...one, request: undefined })), 'request: found nothing, expected an object'],
    [line((one) => ({ ...one, request: { ...one.request, method: 1 } })), 'request.method: found a number'],
    [
      line((one) => ({ ...one, request: { ...one.request, headers: [['a', 5]] } })),
      'request.headers[0][1]: found a number, expected a text',
    ],
    [
      line((one) => ({ ...one, request: { ...one.request, headers: [{ name: 'a', value: 'b' }] } })),
      'request.headers[0]: found an object, expected a pair ["name", "value"]',
    ],
    [line((one) => ({ ...one, response: { status: '200', headers: [] } })), 'response.status: found the string "200"'],
    [line((one) => ({ ...one, response: { status: 200 } })), 'response.headers: found nothing'],
    [line((one) => ({ ...one, client: { ip: 5 } })), 'client.ip: found a number'],
    [line((one) => ({ ...one, timestamp: 'yesterday' })), 'timestamp: found the string "yesterday", expected RFC 3339'],
    [line((one) => ({ ...one, timestamp: 1.5 })), 'timestamp: found the number 1.5'],
    [`\ufeff${GOOD}`, 'found "\ufeff" after 0 bytes'],
  ])('broken: %s', (text, message) => {
    const { exchanges, problems } = read(`${GOOD}\n${text}\n${GOOD}\n`);
    expect(exchanges).toHaveLength(2);
    expect(problems).toEqual([['broken-entry', 1, GOOD.length + 1, expect.stringContaining(message)]]);
    expect(problems[0]![3]).toMatch(/^line 2: /);
  });

  it('of duplicate keys the last time counts, even if both round to the same number', () => {
    const text = GOOD.replace(/"timestamp":"[^"]*"/, '"timestamp":1793629800000000001,"timestamp":1793629800000000003');
    expect(read(text).exchanges[0]!.timestamp).toBe(1793629800000000003n);
  });

  it('invalid UTF-8 in a header is reported, and the other lines count', () => {
    const bytes = Buffer.concat([
      Buffer.from(`${GOOD}\n${GOOD.slice(0, -20)}`),
      Buffer.of(0xff),
      Buffer.from(`${GOOD.slice(-20)}\n${GOOD}`),
    ]);
    const { exchanges, problems } = read(bytes);
    expect(exchanges).toHaveLength(2);
    expect(problems).toEqual([['broken-entry', 1, GOOD.length + 1, expect.stringContaining('the byte 0xff')]]);
  });

  it('a file that is cut inside a line', () => {
    const { exchanges, problems } = read(`${GOOD}\n${GOOD.slice(0, 40)}`, 7, true);
    expect(exchanges).toHaveLength(1);
    expect(problems).toEqual([
      ['cut-file', 1, GOOD.length + 1, expect.stringContaining('the file ends inside this line')],
    ]);
  });

  it('a cut file whose last line is blank', () => {
    expect(read(`${GOOD}\n \t`, 7, true)).toMatchObject({ exchanges: [{}], problems: [] });
  });

  it.each(['{\n "name": "a job"\n}', '[1, 2]', 'GET / HTTP/1.1\n', '{"logs":[]}'])('%j is not traffic', (text) => {
    expect(read(text).problems.map(([code]) => code)).toContain('not-traffic');
  });

  it('an empty file contains no exchange and no problem', () => {
    expect(read('')).toEqual({ exchanges: [], places: [], passedOver: [], problems: [] });
  });
});

describe('HAR', () => {
  it('is parsed entry by entry', () => {
    const { exchanges, problems } = read(har(ENTRY, ENTRY));
    expect(problems).toEqual([]);
    expect(exchanges).toHaveLength(2);
    expect(exchanges[0]).toEqual({
      timestamp: 1793629800123000000n,
      client: { ip: undefined, country: undefined },
      request: {
        method: 'GET',
        url: 'https://a.example/',
        httpVersion: 'h2',
        headers: [
          [':authority', 'a.example'],
          ['X', '1'],
        ],
      },
      // Browsers join repeated Set-Cookie headers by LF.
      response: {
        status: 200,
        headers: [
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
        ],
      },
    });
  });

  it.each<[string, object]>([
    ['from-cache', { _fromCache: 'memory' }],
    ['from-cache', { response: { ...ENTRY.response, _fetchedViaServiceWorker: true } }],
    ['from-cache', { cache: { afterRequest: null } }],
    ['from-cache', { cache: { afterRequest: { lastAccess: '2026-11-02T14:30:00Z', eTag: '', hitCount: 1 } } }],
    ['from-cache', { _fetchType: 'Memory Cache' }],
    ['from-cache', { _fetchType: 'Disk Cache' }],
    ['from-cache', { _fetchType: 'Service Worker' }],
    ['no-response', { response: { status: 0, headers: [] } }],
    ['not-http', { request: { method: 'GET', url: 'data:,x', headers: [] } }],
  ])('%s never reached the edge', (reason, change) => {
    expect(read(har(entry(change)))).toMatchObject({ exchanges: [], passedOver: [reason], problems: [] });
  });

  it.each<[object]>([
    [{ cache: {} }],
    [{ cache: { beforeRequest: null, afterRequest: { eTag: '' } } }],
    [{ _fetchType: 'Network Load' }],
    [{ response: { ...ENTRY.response, _fetchedViaServiceWorker: false } }],
  ])('%j reached the edge', (change) => {
    expect(read(har(entry(change)))).toMatchObject({ exchanges: [{}], passedOver: [] });
  });

  it.each<[unknown, string]>([
    [5, 'found a number, expected an object'],
    [entry({ request: null }), 'request: found null'],
    [
      entry({ request: { method: 'GET', url: 'https://a/', headers: [{ name: 'a', value: 1 }] } }),
      'request.headers[0].value: found a number',
    ],
    [
      entry({ request: { method: 'GET', url: 'https://a/', headers: [['a', 'b']] } }),
      'request.headers[0]: found an array of 2, expected {"name", "value"}',
    ],
    [entry({ startedDateTime: 'now' }), 'startedDateTime: found the string "now"'],
  ])('broken: %j', (broken, message) => {
    const { exchanges, problems } = read(har(ENTRY, broken, ENTRY));
    expect(exchanges).toHaveLength(2);
    expect(problems).toEqual([['broken-entry', 1, expect.any(Number), expect.stringContaining(message)]]);
    expect(har(ENTRY, broken, ENTRY).slice(problems[0]![2])).toMatch(/^(\{|5)/);
  });

  it('a cut file: the entries before the cut count', () => {
    const text = har(ENTRY, ENTRY, ENTRY);
    const { exchanges, problems } = read(text.slice(0, text.length - 200));
    expect(exchanges).toHaveLength(2);
    expect(problems).toEqual([['cut-file', 2, expect.any(Number), expect.stringContaining('the end of the input')]]);
  });

  it.each([
    ['a control character near its end', '{"log":{"entries":[],"x":"\u0000"}}'],
    ['an invalid literal', '{"log":{"entries":[{"a":tr}]}}'],
  ])('is reported as invalid, not cut, after %s', (_, text) => {
    expect(read(text).problems.map(([code]) => code)).toEqual(['broken-file']);
  });

  it('a broken file', () => {
    const { exchanges, problems } = read(har(ENTRY, ENTRY).replace(/\}\s*\]\s*\}\s*\}$/, '} nonsense'));
    expect(exchanges.length).toBeGreaterThan(0);
    expect(problems.map(([code]) => code)).toContain('broken-file');
  });

  it.each(['{"log":{}}', '{"log":{"version":"1.2","entries":{}}}'])('%s is not traffic', (text) => {
    expect(read(text).problems.map(([code]) => code)).toEqual(['not-traffic']);
  });

  it('without entries there is no problem', () => expect(read(har()).problems).toEqual([]));
});

describe('pushed logs are not traffic', () => {
  const readLogs = (text: string) => {
    const problems: [code: string, offset: number][] = [];
    const reader = new TrafficReader(
      {
        exchange: () => problems.push(['exchange', 0]),
        passedOver: () => {},
        problem: ({ code, offset }) => problems.push([code, offset]),
      },
      { isLogField: (name) => name === 'RayID' },
    );
    reader.push(Buffer.from(text));
    reader.end();
    return { problems, isLogs: reader.isLogs };
  };

  it.each<[string, string, boolean, [string, number][]]>([
    ['reported once, for the first line', '\n{"a":1,"RayID":"x"}\n{"RayID":"y"}\n{\n', true, [['not-traffic', 1]]],
    ['an exchange with such a key', `${GOOD.replace('{', '{"RayID":"x",')}\n`, false, [['exchange', 0]]],
    [
      'a line after an exchange',
      `${GOOD}\n{"RayID":"x"}\n`,
      false,
      [
        ['exchange', 0],
        ['broken-entry', GOOD.length + 1],
      ],
    ],
  ])('%s', (_, text, isLogs, problems) => expect(readLogs(text)).toEqual({ problems, isLogs }));
});

it.each([
  ['NDJSON', line((one) => ({ ...one, request: { ...one.request, headers: 'Authorization: Bearer s3cr3t' } }))],
  ['NDJSON', line((one) => ({ ...one, request: { ...one.request, headers: ['Cookie: sid=s3cr3t'] } }))],
  ['NDJSON', line((one) => ({ ...one, request: 'GET / Authorization: s3cr3t' }))],
  ['HAR', har(entry({ response: { status: 200, headers: 'set-cookie: s3cr3t' } }))],
  ['HAR', har(entry({ response: { status: 200, headers: ['set-cookie: s3cr3t'] } }))],
])('%s: no message contains a secret of a header', (_, text) => {
  const { problems } = read(`${text}\n`);
  expect(problems.map(([code]) => code)).toContain('broken-entry');
  expect(JSON.stringify(problems)).toContain('a string of ');
  expect(JSON.stringify(problems)).not.toMatch(/s3cr3t|cookie|bearer/i);
});

it.each<[string, string]>([
  ['NDJSON', `\ufeff${GOOD}\n{}\n${GOOD.replace('a.example', 'bücher.example')}\r\n${GOOD}`],
  ['HAR', `\ufeff ${har(ENTRY, 5, entry({ _fromCache: 'disk' }), ENTRY)}\n`],
])('%s: the results do not depend on the chunks', (_, text) => {
  const whole = read(text);
  expect(whole.exchanges.length).toBeGreaterThan(1);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), (bytes) => {
      expect(read(text, bytes)).toEqual(whole);
    }),
    { numRuns: randomRuns(40) },
  );
});
