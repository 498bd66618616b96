// The time that a rate is computed over: rows of names and ranges.
import { expect, it } from 'vitest';
import { batchTimes, coveredSpan } from '../../../src/analysis/cost/covered-span.ts';
import { instantFromText, parseTimeRange, printInstant } from '../../../src/base/index.ts';
import type { SourceObject } from '../../../src/input/sources/sources.ts';

const HOUR = 3_600_000;

/** `01T00 01T06`: a batch of 1 November, midnight to six. */
function objectOf(times: string): SourceObject {
  const name = times.replaceAll(/(\d\d)T(\d\d)/g, '202611$1T$20000Z').replace(' ', '_');
  const key = `logs/${name}_0a1b2c3d.log.gz`;
  return { object: { name: key, key } } as SourceObject;
}

it.each([
  ['contiguous', ['01T00 01T06', '01T06 01T12'], {}, '01T00', '01T12', 12],
  ['in any order, one inside another', ['01T06 01T12', '01T00 01T06', '01T07 01T08'], {}, '01T00', '01T12', 12],
  ['a gap below a day is a quiet time', ['01T00 01T06', '02T05 02T06'], {}, '01T00', '02T06', 30],
  ['a gap of a day is missing logs', ['01T00 01T06', '02T06 02T12'], {}, '01T00', '02T12', 12],
  ['a longer gap', ['01T00 01T06', '11T00 11T06'], {}, '01T00', '11T06', 12],
  ['a longer gap, in any order', ['11T00 11T06', '01T00 01T06'], {}, '01T00', '11T06', 12],
  ['clipped to the range', ['01T00 01T06', '01T06 01T12'], { since: '01T03', until: '01T08' }, '01T03', '01T08', 5],
  ['a range beyond the objects', ['01T00 01T06'], { since: '01T03', until: '09T00' }, '01T03', '01T06', 3],
  ['a batch of the slack after the range', ['01T00 01T06', '01T06 01T12'], { until: '01T06' }, '01T00', '01T06', 6],
  ['names without times, with a range', ['access.log'], { since: '01T00', until: '02T00' }, '01T00', '02T00', 24],
  [
    'one name without times, with a range',
    ['01T00 01T06', 'a'],
    { since: '01T00', until: '02T00' },
    '01T00',
    '02T00',
    24,
  ],
])('%s', (_, names, range, since, until, hours) => {
  const span = coveredSpan(names.map(objectOf), rangeOf(range));
  expect([printInstant(span.since), printInstant(span.until), span.ms / HOUR]).toEqual([
    timeOf(since),
    timeOf(until),
    hours,
  ]);
});

it.each([
  ['names without times', ['access.log'], {}, 'no times in the name of logs/access.log_0a1b2c3d.log.gz'],
  ['one end of the range is missing', ['access.log'], { since: '01T00' }, 'no times in the name of'],
  ['one name with one time only', ['01T00 01T06', '01T06'], {}, 'no times in the name of'],
  [
    'a range below 1 ms',
    ['access.log'],
    { since: '2026-11-01T00:00:00.0001Z', until: '2026-11-01T00:00:00.0002Z' },
    'a range below a millisecond',
  ],
  ['batches without length', ['01T00 01T00'], {}, 'no object whose name covers a time in the range'],
  ['objects outside the range', ['01T00 01T06'], { since: '02T00' }, 'no object whose name covers a time in the range'],
])('no span: %s', (_, names, range, found) => {
  expect(() => coveredSpan(names.map(objectOf), rangeOf(range))).toThrow(
    expect.objectContaining({ code: 'guard-no-span', kind: 'unreachable', message: expect.stringContaining(found) }),
  );
});

it.each([
  ['joined', ['01T00 01T06', '01T06 01T12'], [], ['01T00 01T12'], '01T00 01T12'],
  ['any gap separates them', ['01T00 01T06', '01T07 01T12'], [], ['01T00 01T06', '01T07 01T12'], '01T00 01T12'],
  ['in any order', ['01T07 01T12', '01T00 01T06', '01T06 01T08'], [], ['01T00 01T12'], '01T00 01T12'],
  ['without those that were not read completely', ['01T00 01T06', '01T06 01T12'], [0], ['01T06 01T12'], '01T00 01T12'],
  ['one name without times', ['01T00 01T06', 'a'], [], ['01T00 01T06'], undefined],
  ['no objects', [], [], [], undefined],
])('times of batches: %s', (_, names, lost, expected, span) => {
  const objects = names.map(objectOf);
  const printed = ({ since, until }: { since: bigint; until: bigint }): string =>
    `${printInstant(since)} ${printInstant(until)}`;
  const found = batchTimes(
    objects,
    lost.map((index) => ({ object: objects[index]!.object.name })),
  );
  const timesOf = (text: string): string => text.split(' ').map(timeOf).join(' ');
  expect(found.times.map(printed)).toEqual(expected.map(timesOf));
  expect(found.span && printed(found.span)).toBe(span && timesOf(span));
});

function timeOf(short: string): string {
  return short.replace(/^(\d\d)T(\d\d)$/, '2026-11-$1T$2:00:00Z');
}

function rangeOf({ since, until }: { since?: string; until?: string }) {
  const instant = (time: string | undefined) => (time === undefined ? undefined : instantFromText(timeOf(time)));
  return parseTimeRange(instant(since), instant(until), 0);
}
