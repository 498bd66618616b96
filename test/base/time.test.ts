// Instants and time ranges.
import { describe, expect, it } from 'vitest';
import {
  instantFromInteger,
  instantFromText,
  isInRange,
  parseSpan,
  parseTime,
  parseTimeRange,
  printInstant,
} from '../../src/base/index.ts';

describe('instantFromText', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0n],
    ['2024-02-17T23:53:21Z', 1708214001000000000n],
    ['2024-02-17T23:53:21.123Z', 1708214001123000000n],
    ['2024-02-17T23:53:21.123456789Z', 1708214001123456789n],
    ['2024-02-17T23:53:21.1234567891Z', 1708214001123456789n],
    ['2024-02-18T00:53:21+01:00', 1708214001000000000n],
    ['2024-02-17t23:53:21z', 1708214001000000000n],
    ['2016-12-31T23:59:60Z', 1483228800000000000n],
    ['1969-12-31T23:59:59.5Z', -500000000n],
    ['2024-02-30T00:00:00Z', undefined],
    ['2024-02-17 23:53:21', undefined],
    ['2024-02-17T23:53:21', undefined],
    ['2024-02-17T24:00:00Z', undefined],
    ['yesterday', undefined],
  ])('%s', (text, expected) => expect(instantFromText(text)).toBe(expected));
});

describe('instantFromInteger infers the unit from the magnitude', () => {
  it.each([
    [1708214001, 1708214001000000000n],
    [99_999_999_999, 99_999_999_999_000_000_000n],
    [100_000_000_000, 100_000_000_000_000_000n],
    [1708214001123, 1708214001123000000n],
    [1708214001123456789n, 1708214001123456789n],
    [-5, -5_000_000_000n],
  ])('%s', (value, expected) => expect(instantFromInteger(value)).toBe(expected));
});

it.each([
  [0n, '1970-01-01T00:00:00Z'],
  [1708214001123456789n, '2024-02-17T23:53:21.123456789Z'],
  [1708214001120000000n, '2024-02-17T23:53:21.12Z'],
  [-500000000n, '1969-12-31T23:59:59.5Z'],
])('printInstant(%s)', (instant, text) => {
  expect(printInstant(instant)).toBe(text);
  expect(instantFromText(text)).toBe(instant);
});

const now = Date.UTC(2026, 10, 3, 12);

describe('parseTime', () => {
  it.each([
    ['2h', '2026-11-03T10:00:00Z'],
    ['7d', '2026-10-27T12:00:00Z'],
    ['2w', '2026-10-20T12:00:00Z'],
    ['90s', '2026-11-03T11:58:30Z'],
    ['2026-11-01', '2026-11-01T00:00:00Z'],
    ['20261101', '2026-11-01T00:00:00Z'],
    ['2026-11-01T10:00:00+02:00', '2026-11-01T08:00:00Z'],
    ['1h30m', '2026-11-03T10:30:00Z'],
    ['1d 12h', '2026-11-02T00:00:00Z'],
    ['2026-11-01T10:00Z', '2026-11-01T10:00:00Z'],
    ['2026-11-01t10:00z', '2026-11-01T10:00:00Z'],
    ['2026-11-01T10:00+02:00', '2026-11-01T08:00:00Z'],
    ['2026-11-01T10:00-0130', '2026-11-01T11:30:00Z'],
    ['2026-11-01T10:00:00.123456789+0200', '2026-11-01T08:00:00.123456789Z'],
    [' 2026-11-01T10:00Z\n', '2026-11-01T10:00:00Z'],
    ['1793527200', '2026-11-01T10:00:00Z'],
    ['1793527200123', '2026-11-01T10:00:00.123Z'],
    ['1793527200123456789', '2026-11-01T10:00:00.123456789Z'],
    ['now', '2026-11-03T12:00:00Z'],
    ['today', '2026-11-03T00:00:00Z'],
    ['yesterday', '2026-11-02T00:00:00Z'],
  ])('%s', (text, expected) => expect(printInstant(parseTime(text, '--since', now))).toBe(expected));

  it.each([
    '99999999999d',
    `${'9'.repeat(400)}d`,
    '2100000d',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59.5-00:01',
    '9999-12-31T23:59-0001',
    '999999999999999999999',
  ])('rejects %s, which is outside the years that RFC 3339 can express', (text) => {
    expect(() => parseTime(text, '--since', now)).toThrow(
      expect.objectContaining({ code: 'bad-time', message: expect.stringMatching(/, in the years 0000 to 9999$/) }),
    );
  });

  it.each(['0000-01-01', '9999-12-31T23:59:59.999999999Z'])('accepts %s', (text) => {
    expect(printInstant(parseTime(text, '--since', now)).slice(0, 10)).toBe(text.slice(0, 10));
  });

  it.each([
    ...[
      '2026-13-01',
      '2026-02-30',
      'tomorrow',
      '',
      '5',
      '2026-11-01T10:00:00',
      '-2h',
      '2026-11-01T10:00',
      '-1793527200',
    ],
    ...[
      '2026-11-01T24:00Z',
      '2026-11-01T10Z',
      '2026-11-01T10:00.5Z',
      '2026-11-01T10:00+2',
      '20261301',
      '1793527200.5',
      '30m1h',
    ],
    ...['2026-11-01 10:00Z', 'Now', '1h30', '1h1h', '9'.repeat(22)],
  ])('rejects %j', (text) => {
    expect(() => parseTime(text, '--since', now)).toThrow(/cannot parse --since: found .* expected a time like/);
  });
});

it.each([
  [
    '2026-11-01T10:00',
    '"2026-11-01T10:00", a time without an offset, expected a time like 2026-11-01T10:00Z (UTC) or 2026-11-01T10:00+02:00',
  ],
  [
    '2026-11-01 10:00:30',
    '"2026-11-01 10:00:30", a time without an offset, expected a time like 2026-11-01T10:00:30Z (UTC)',
  ],
  ['2026-11-02 18:00:00Z', '"2026-11-02 18:00:00Z", a blank in the time, expected a time like 2026-11-02T18:00:00Z'],
  [
    '2026-11-02 18:00:00 +0200',
    '"2026-11-02 18:00:00 +0200", a blank in the time, expected a time like 2026-11-02T18:00:00+0200',
  ],
  [
    '1793642400.5',
    '"1793642400.5", a fraction of a second, expected a time like 1793642400 (seconds) or 1793642400500 (milliseconds)',
  ],
  ['Yesterday', '"Yesterday", upper case, expected a time like yesterday'],
  ['2h ago', '"2h ago", a span with more than its units, expected a time like 2h'],
  ['-1h30m', '"-1h30m", a span with more than its units, expected a time like 1h30m'],
  ['2026/11/01', '"2026/11/01", slashes, expected a time like 2026-11-01'],
  ['2H', '"2H", upper case, expected a time like 2h'],
  ['2026-11-31T10:00', '"2026-11-31T10:00", expected a time like 2026-11-01T10:00Z; no such day or hour exists'],
])('%s: the error names the cause', (text, message) => {
  expect(() => parseTime(text, '--until', now)).toThrow(`cannot parse --until: found ${message}`);
});

it('rejects an empty range', () => {
  expect(() => parseTimeRange('2026-11-02', '2026-11-01', now)).toThrow(
    'found an empty range, expected --since before --until',
  );
  expect(() => parseTimeRange('2026-11-02', '2026-11-02', now)).toThrow(
    'found an empty range, expected --since before --until',
  );
});

it('a range includes its start and excludes its end', () => {
  const range = parseTimeRange('2026-11-01', '2026-11-02', now);
  const at = (text: string) => isInRange(instantFromText(text)!, range);
  expect([at('2026-11-01T00:00:00Z'), at('2026-11-01T23:59:59.999999999Z'), at('2026-11-02T00:00:00Z')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(isInRange(-1n, parseTimeRange(undefined, '2026-11-02', now))).toBe(true);
});

it.each([
  ['15m', 900_000],
  ['2w', 1_209_600_000],
  ['1h30m', 5_400_000],
  ['1w2d3h4m5s', 788_645_000],
  ['1d 12h', 129_600_000],
  ['0s', 0],
  ['', undefined],
  ['30m1h', undefined],
  ['1h1h', undefined],
  ['1h30', undefined],
  ['1.5h', undefined],
  ['3652425d1s', undefined],
  ['m', undefined],
  ['1y', undefined],
  ['3652425d', 315_569_520_000_000],
  ['99999999999d', undefined],
  [`${'9'.repeat(400)}s`, undefined],
])('parseSpan(%s)', (text, expected) => expect(parseSpan(text)).toBe(expected));
