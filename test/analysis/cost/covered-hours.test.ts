// The time that lines and batches cover: partial first and last hours, hours without lines, missing hours, lines outside all batches.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coveredHours, type KnownTime } from '../../../src/analysis/cost/index.ts';
import { instantFromText } from '../../../src/base/index.ts';
import { randomRuns } from '../../helpers/random-runs.ts';

const instant = (time: string): bigint => instantFromText(`2026-11-01T${time}Z`)!;
const hoursOf = (...hours: string[]) =>
  hours.map((hour) => ({ hour: `2026-11-01T${hour}:00:00Z`, lines: 1, bytes: 10, jobs: [] }));
/** @param batches times of batches; undefined: of none known */
const known = (batches?: readonly [string, string][], range?: { since?: string; until?: string }): KnownTime => {
  const times = (batches ?? []).map(([since, until]) => ({ since: instant(since), until: instant(until) }));
  const span = batches && { since: times[0]!.since, until: times.at(-1)!.until };
  return {
    batches: { times, span },
    range: {
      ...(range?.since === undefined ? {} : { since: instant(range.since) }),
      ...(range?.until === undefined ? {} : { until: instant(range.until) }),
    },
  };
};

it.each([
  ['whole hours if nothing else is known', ['10', '11'], known(), 2, '10:00:00', '12:00:00', true, 0],
  [
    'parts of the first and last hour, by names',
    ['10', '11', '12'],
    known([['10:30:00', '12:15:00']]),
    1.75,
    '10:30:00',
    '12:15:00',
    false,
    0,
  ],
  [
    'parts by the requested range',
    ['10', '11'],
    known(undefined, { since: '10:45:00', until: '11:30:00' }),
    0.75,
    '10:45:00',
    '11:30:00',
    false,
    0,
  ],
  [
    'the narrower of both',
    ['10', '11'],
    known([['10:00:00', '12:00:00']], { since: '10:30:00' }),
    1.5,
    '10:30:00',
    '12:00:00',
    false,
    0,
  ],
  ['one hour of five minutes', ['10'], known([['10:05:00', '10:10:00']]), 1 / 12, '10:05:00', '10:10:00', false, 0],
  ['late lines add no time', ['03', '10'], known([['10:00:00', '11:00:00']]), 1, '10:00:00', '11:00:00', false, 0],
  ['missing hours are no time', ['10', '13'], known(), 2, '10:00:00', '14:00:00', true, 1],
  [
    'hours without lines in a batch are covered',
    ['10', '13'],
    known([['10:00:00', '14:00:00']]),
    4,
    '10:00:00',
    '14:00:00',
    false,
    0,
  ],
  ['one line in a batch of hours', ['05'], known([['00:00:00', '12:00:00']]), 12, '00:00:00', '12:00:00', false, 0],
  [
    'a gap between batches is missing, but for an hour with lines',
    ['10', '13'],
    known([
      ['10:00:00', '10:20:00'],
      ['12:30:00', '14:00:00'],
    ]),
    2.5,
    '10:00:00',
    '14:00:00',
    false,
    1,
  ],
  [
    'a requested part of a batch',
    ['05'],
    known([['00:00:00', '12:00:00']], { since: '04:30:00', until: '07:00:00' }),
    2.5,
    '04:30:00',
    '07:00:00',
    false,
    0,
  ],
  [
    'a request that begins before the logs',
    ['10'],
    known([['10:00:00', '11:00:00']], { since: '07:30:00' }),
    1,
    '10:00:00',
    '11:00:00',
    false,
    1,
  ],
  [
    'a request that ends after the logs',
    ['10'],
    known([['10:00:00', '11:00:00']], { until: '13:00:00' }),
    1,
    '10:00:00',
    '11:00:00',
    false,
    1,
  ],
  ['names that contradict all times', ['10'], known([['20:00:00', '21:00:00']]), 1, '10:00:00', '11:00:00', true, 0],
] as const)('%s', (_, hours, given, count, since, until, edgesUnknown, missing) => {
  const covered = coveredHours(hoursOf(...hours), given)!;
  expect(covered.hours).toBeCloseTo(count, 12);
  expect(covered).toMatchObject({ since: `2026-11-01T${since}Z`, until: `2026-11-01T${until}Z`, edgesUnknown });
  expect(covered.missing).toHaveLength(missing);
});

it('names the missing hours', () => {
  const covered = coveredHours(
    hoursOf('10', '13', '14', '16'),
    known(
      [
        ['10:00:00', '11:20:00'],
        ['13:00:00', '14:30:00'],
        ['16:00:00', '17:00:00'],
      ],
      { since: '08:00:00' },
    ),
  );
  expect(covered?.missing).toEqual([
    { since: '2026-11-01T08:00:00Z', until: '2026-11-01T10:00:00Z' },
    { since: '2026-11-01T11:20:00Z', until: '2026-11-01T13:00:00Z' },
    { since: '2026-11-01T15:00:00Z', until: '2026-11-01T16:00:00Z' },
  ]);
});

it('a minute is covered if its hour has lines or a batch contains it, and missing otherwise', () => {
  const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
  const batch = fc.tuple(minute, minute).map(([a, b]): [number, number] => (a <= b ? [a, b + 1] : [b, a + 1]));
  const hours = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1 });
  fc.assert(
    fc.property(hours, fc.array(batch, { maxLength: 4 }), (withLines, batches) => {
      const at = (minutes: number) => instant('00:00:00') + BigInt(minutes) * 60_000_000_000n;
      const times = batches.map(([since, until]) => ({ since: at(since), until: at(until) }));
      const sorted = withLines.toSorted((a, b) => a - b).map((hour) => String(hour).padStart(2, '0'));
      const covered = coveredHours(hoursOf(...sorted), { range: {}, batches: { times, span: undefined } })!;
      const isCovered = (one: number): boolean =>
        withLines.includes(Math.floor(one / 60)) || batches.some(([since, until]) => one >= since && one < until);
      const minutes = Array.from({ length: 24 * 60 }, (_, one) => one).filter(isCovered);
      expect(covered.hours * 60).toBeCloseTo(minutes.length, 6);
      const missing = covered.missing.reduce((sum, one) => sum + Date.parse(one.until) - Date.parse(one.since), 0);
      const all = Date.parse(covered.until) - Date.parse(covered.since);
      expect(missing / 60_000).toBeCloseTo(all / 60_000 - minutes.length, 6);
    }),
    { numRuns: randomRuns(50) },
  );
});

it('no hours, no time', () => expect(coveredHours([], known())).toBeUndefined());
