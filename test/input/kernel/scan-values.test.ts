// Values at every border: compares the kernel's counts of each line with those of JavaScript.
import { describe, expect, it } from 'vitest';
import { DATASET_NAMES, getDataset } from '../../../src/language/dataset/index.ts';
import type { Scalar } from '../../../src/language/filter/index.ts';
import { expectSameReport } from '../../helpers/kernel/both-ways.ts';
import { openKernel } from '../../helpers/kernel/inflate-all.ts';
import { compile, conditionOn, EVERY_TYPE, expectSameCounts, LineScan } from '../../helpers/kernel/scan-line.ts';
import { utf8 } from '../../properties/kernel/hostile-lines.ts';
import { DEPTHS, LENGTHS, NO_NUMBERS, NUMBERS, TIMES } from '../../properties/kernel/hostile-values.ts';

const kernel = await openKernel();

const STATUS = 'EdgeResponseStatus';
const COUNTRY = 'ClientCountry';

it('texts: every operator, length and place, at every distance from a border of 16 bytes', () => {
  const needles = [
    '',
    'a',
    'ab',
    'aba',
    ...[15, 16, 17, 31, 32, 33, 48].flatMap((length) => [`${'x'.repeat(length - 1)}a`, `a${'x'.repeat(length - 1)}`]),
  ];
  const left = new Set<string>();
  for (const needle of needles) {
    const scan = new LineScan(
      kernel,
      ['eq', '!eq', 'startsWith', 'endsWith', 'contains', '!contains']
        .map((operator) => conditionOn(COUNTRY, operator, needle))
        .concat(
          conditionOn(COUNTRY, 'in', ['no', `${needle}x`, needle]),
          conditionOn(COUNTRY, '!in', [`x${needle}`, 'é']),
        ),
    );
    const near = needle.slice(0, -1);
    const middle = `${needle.slice(0, needle.length >> 1)}é${needle.slice((needle.length >> 1) + 1)}`;
    for (const at of [0, 1, 2, 13, 14, 15, 16, 17, 31, 32, 33, 47]) {
      for (const part of [needle, near, `${near}b`, `b${needle.slice(1)}`, middle, `${needle}x`, `${near}${needle}`]) {
        for (const text of [
          'x'.repeat(at) + part,
          part + 'a'.repeat(at),
          'ax'.repeat(at) + part + 'xé'.repeat(at % 5),
        ]) {
          left.add(expectSameCounts(scan, `{"ClientCountry":"${text}","k":"${needle}"}`, at));
        }
      }
    }
  }
  expect([...left]).toEqual(['read']);
});

it('strings of every length, with anything at any place', () => {
  const scan = new LineScan(kernel, [conditionOn(COUNTRY, 'endsWith', 'a')]);
  const put = [
    '"',
    '\\',
    '\\"',
    '\\\\',
    '\\u0041',
    '\t',
    '\u0000',
    '\u001f',
    '\u007f',
    'é',
    '😀',
    '\\x',
    '\\u12',
    ' ',
    '/',
  ];
  for (const length of LENGTHS) {
    for (const what of put) {
      for (const at of [0, 1, length - 1, length].filter((place) => place >= 0)) {
        const text = `${'x'.repeat(at)}${what}${'y'.repeat(Math.max(0, length - at))}`;
        for (const line of [
          `{"k":"${text}"}`,
          `{"ClientCountry":"${text}","k":"${text}"}`,
          `{"${text}":1}`,
          `{"k":["${text}",{"${text}":1}]}`,
        ]) {
          expectSameCounts(scan, line, length % 16);
        }
      }
    }
  }
});

it('escapes: each in every place, against its character', () => {
  const short = ['\\b', '\\f', '\\n', '\\r', '\\t', '\\/', '\\"', '\\\\'];
  const units = [0, 1, 0x1f, 0x22, 0x41, 0x5c, 0x7f, 0x80, 0xe9, 0x7ff, 0x800, 0x20ac, 0xd7ff, 0xe000, 0xfeff, 0xffff];
  const hex = units.map((unit) => unit.toString(16).padStart(4, '0'));
  const surrogates = ['\\ud800', '\\udfff', '\\ud83d\\ude00', '\\uDE00\\uD83D'];
  const escapes = [
    ...short,
    ...hex.map((digits) => `\\u${digits}`),
    ...hex.map((digits) => `\\u${digits.toUpperCase()}`),
  ];
  for (const one of [...escapes, ...surrogates]) {
    const text = JSON.parse(`"${one}"`) as string;
    const wanted = text.isWellFormed() ? [text, `x${text}`, `${text}é`] : ['', 'x', '\ufffd'];
    for (const operand of wanted) {
      const scan = new LineScan(
        kernel,
        ['eq', 'startsWith', 'endsWith', '!contains'].map((operator) => conditionOn(COUNTRY, operator, operand)),
      );
      for (const [front, back] of [
        ['', ''],
        ['x', ''],
        ['', 'é'],
        ['\\\\', '\\/'],
        ['é'.repeat(9), 'x'.repeat(20)],
      ]) {
        const reason = expectSameCounts(scan, `{"ClientCountry":"${front}${one}${back}"}`);
        expect(reason).toBe(surrogates.includes(one) ? 'escaped-value' : 'read');
      }
    }
  }
});

it('long texts with escapes', () => {
  for (const bytes of [4095, 4096, 8190, 8191, 8192, 8193, 12_000]) {
    const scan = new LineScan(kernel, [
      conditionOn(COUNTRY, 'eq', `a${'x'.repeat(bytes - 7)}/`),
      conditionOn(COUNTRY, 'endsWith', '/'),
    ]);
    expectSameCounts(scan, `{"ClientCountry":"\\u0061${'x'.repeat(bytes - 7)}/","k":"\\n"}`);
    expectSameCounts(scan, `{"ClientCountry":"a${'x'.repeat(bytes - 7)}\\/"}`);
  }
});

it('keys of every length that differ in one place', () => {
  for (let length = 1; length <= 62; length += 1) {
    const scan = new LineScan(kernel, []);
    const key = 'k'.repeat(length);
    for (let at = 0; at < length; at += 1) {
      const other = `${key.slice(0, at)}l${key.slice(at + 1)}`;
      // The second line finds the keys of the first in the same places.
      for (const names of [
        [key, other],
        [other, key],
        [key, `${key}x`],
        [key, other],
      ]) {
        const fields = names.map((name, place) => `"${name}":${'1'.repeat(place + 1)}`);
        expectSameCounts(scan, `{${fields.join(',')}}`, length % 16);
      }
    }
  }
});

describe('integers and times: every operator against every border', () => {
  const orders = ['eq', '!eq', 'lt', 'leq', 'gt', 'geq'];
  const integers: Scalar[] = [
    0,
    1,
    -1,
    29,
    30,
    500,
    2n ** 53n,
    2n ** 53n + 1n,
    1700000000002000001n,
    2n ** 63n - 2n,
    2n ** 63n - 1n,
    -(2n ** 63n),
  ];
  it.each(integers.map((value) => ({ name: String(value), value })))('$name', ({ value }) => {
    const scan = new LineScan(kernel, [
      ...orders.map((operator) => conditionOn(STATUS, operator, value)),
      conditionOn(STATUS, 'in', [7, value]),
      conditionOn(STATUS, '!in', [value, 8]),
      conditionOn('BotDetectionIDs', 'contains', value),
    ]);
    for (const number of [
      ...NUMBERS,
      ...NO_NUMBERS,
      'true',
      'null',
      '"500"',
      '""',
      '[]',
      '{}',
      '"0500"',
      '"-1"',
      '"5e2"',
    ]) {
      expectSameCounts(scan, `{"EdgeResponseStatus":${number}}`);
      expectSameCounts(scan, `{"EdgeResponseStatus":${number},"k":${number} }`);
      for (const array of [`[${number}]`, `[2, ${number} ,30]`, `["x",${number}]`])
        expectSameCounts(scan, `{"BotDetectionIDs":${array}}`);
    }
  });

  const instants: Scalar[] = [
    '2023-11-14T22:13:20Z',
    '2023-11-14T22:13:20.123Z',
    '2023-11-14T22:13:20.123456789Z',
    '2023-11-14T22:13:21Z',
    '2024-02-29T00:00:00Z',
    '1970-01-01T00:00:00Z',
    '2261-12-31T23:59:59.999999999Z',
    1700000000,
    -1,
    9223372036854n,
    1700000000000000001n,
  ];
  it.each(instants.map((value) => ({ name: String(value), value })))('$name', ({ value }) => {
    const scan = new LineScan(
      kernel,
      orders.map((operator) => conditionOn('EdgeStartTimestamp', operator, value)),
    );
    for (const time of [...TIMES, ...NO_NUMBERS, 'true', 'null', '[]'])
      expectSameCounts(scan, `{"EdgeStartTimestamp":${time}}`);
  });

  it.each([
    { name: 'since', range: { since: 1700000000n * 10n ** 9n } },
    { name: 'until', range: { until: 1700000000n * 10n ** 9n + 1n } },
    { name: 'a nanosecond', range: { since: 0n, until: 1n } },
    { name: 'beyond 64 bits on both sides', range: { since: -(10n ** 30n), until: 10n ** 30n } },
    { name: 'beyond 64 bits', range: { since: 10n ** 30n } },
  ])('time range: $name', ({ range }) => {
    const scan = new LineScan(kernel, [conditionOn(STATUS, 'geq', 500)], range);
    expectSameCounts(scan, '{"EdgeResponseStatus":500}');
    for (const time of [...TIMES, ...NO_NUMBERS, 'true', 'null', '[]'])
      expectSameCounts(scan, `{"EdgeStartTimestamp":${time},"EdgeResponseStatus":500}`);
  });
});

it('event times that always count milliseconds', async () => {
  const name = DATASET_NAMES.find((one) => getDataset(one).eventTime.unit === 'ms')!;
  const { field } = getDataset(name).eventTime;
  const since = 1_700_000_000_000n * 10n ** 6n;
  for (const range of [{ since }, { until: since + 1n }, { since: 0n, until: 10n ** 30n }]) {
    for (const time of [...TIMES, ...NUMBERS, 'null', 'true', '[]']) {
      await expectSameReport(
        { dataset: name, filters: [], nullAs: 'unknown', range, samples: 0, detail: 'full' },
        { body: `{"${field}":${utf8(time)}}\n`, offset: 65_536, stored: 'plain', sizes: [1000], isCut: false },
      );
    }
  }
});

it('nesting of every depth, closed and not', () => {
  const scan = new LineScan(kernel, EVERY_TYPE);
  for (const levels of DEPTHS) {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
      ['[{"a":', '}]'],
      ['[[],', ']'],
    ] as const) {
      for (const inner of ['', '1', '"x"', '{}', ' ']) {
        for (const closed of [levels - 1, levels, levels + 1])
          expectSameCounts(scan, `{"k":${open.repeat(levels)}${inner}${close.repeat(closed)}}`);
      }
    }
  }
});

it('all outcomes of a tree, with sole blockers and sole keepers', () => {
  const one = (key: string) => ({ kind: 'condition' as const, key, operator: 'eq' as const, value: 'a' });
  const keys = ['ClientCountry', 'ClientRequestHost', 'ClientRequestMethod', 'ClientRequestPath'];
  const [a, b, c, d] = keys.map(one);
  const and = (...children: object[]) => ({ kind: 'and' as const, children });
  const or = (...children: object[]) => ({ kind: 'or' as const, children });
  const trees = [
    a,
    and(a!, b!),
    or(a!, b!),
    and(a!, or(b!, c!)),
    or(a!, and(b!, c!, d!)),
    and(or(a!, b!), or(c!, d!)),
    and(and(a!), or(and(b!, c!), or(d!))),
    or(or(and(a!, b!), c!), and(d!, a!)),
  ];
  const scan = new LineScan(
    kernel,
    trees.map((where) => compile({ where } as never)),
  );
  const values = ['"a"', '"b"', 'null', '1', undefined];
  for (let n = 0; n < values.length ** keys.length; n += 1) {
    const fields = keys.flatMap((key, place) => {
      const value = values[Math.floor(n / values.length ** place) % values.length];
      return value === undefined ? [] : [`"${key}":${value}`];
    });
    expect(expectSameCounts(scan, `{${fields.join(',')}}`)).toBe('read');
  }
});
