// The time that lines cover: partial first and last hours, missing hours, lines outside all batches.
import { expect, it } from 'vitest';
import { instantFromText } from '../../src/base/index.ts';
import { coveredHours, type KnownTime } from '../../src/cost/index.ts';

const instant = (time: string): bigint => instantFromText(`2026-11-01T${time}Z`)!;
const hoursOf = (...hours: string[]) =>
  hours.map((hour) => ({ hour: `2026-11-01T${hour}:00:00Z`, lines: 1, bytes: 10, jobs: [] }));
const known = (named?: [string, string], range?: { since?: string; until?: string }): KnownTime => ({
  named: named && { since: instant(named[0]), until: instant(named[1]) },
  range: {
    ...(range?.since === undefined ? {} : { since: instant(range.since) }),
    ...(range?.until === undefined ? {} : { until: instant(range.until) }),
  },
});

it.each([
  ['whole hours if nothing else is known', ['10', '11'], known(), 2, '10:00:00', '12:00:00', true, 0],
  [
    'parts of the first and last hour, by names',
    ['10', '11', '12'],
    known(['10:30:00', '12:15:00']),
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
    known(['10:00:00', '12:00:00'], { since: '10:30:00' }),
    1.5,
    '10:30:00',
    '12:00:00',
    false,
    0,
  ],
  ['one hour of five minutes', ['10'], known(['10:05:00', '10:10:00']), 1 / 12, '10:05:00', '10:10:00', false, 0],
  ['late lines add no time', ['03', '10'], known(['10:00:00', '11:00:00']), 1, '10:00:00', '11:00:00', false, 0],
  ['missing hours are no time', ['10', '13'], known(['10:00:00', '14:00:00']), 2, '10:00:00', '14:00:00', false, 1],
  [
    'a request that begins before the logs',
    ['10'],
    known(['10:00:00', '11:00:00'], { since: '07:30:00' }),
    1,
    '10:00:00',
    '11:00:00',
    false,
    1,
  ],
  [
    'a request that ends after the logs',
    ['10'],
    known(['10:00:00', '11:00:00'], { until: '13:00:00' }),
    1,
    '10:00:00',
    '11:00:00',
    false,
    1,
  ],
  ['names that contradict all times', ['10'], known(['20:00:00', '21:00:00']), 1, '10:00:00', '11:00:00', true, 0],
] as const)('%s', (_, hours, given, count, since, until, edgesUnknown, missing) => {
  const covered = coveredHours(hoursOf(...hours), given)!;
  expect(covered.hours).toBeCloseTo(count, 12);
  expect(covered).toMatchObject({ since: `2026-11-01T${since}Z`, until: `2026-11-01T${until}Z`, edgesUnknown });
  expect(covered.missing).toHaveLength(missing);
});

it('names the missing hours', () => {
  const covered = coveredHours(hoursOf('10', '13', '14', '16'), known(['10:00:00', '17:00:00'], { since: '08:00:00' }));
  expect(covered?.missing).toEqual([
    { since: '2026-11-01T08:00:00Z', until: '2026-11-01T10:00:00Z' },
    { since: '2026-11-01T11:00:00Z', until: '2026-11-01T13:00:00Z' },
    { since: '2026-11-01T15:00:00Z', until: '2026-11-01T16:00:00Z' },
  ]);
});

it('no hours, no time', () => expect(coveredHours([], known())).toBeUndefined());
