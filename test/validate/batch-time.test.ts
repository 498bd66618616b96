// Names of objects against times: the batch, the folder of its day, hours without any object.
import { describe, expect, it } from 'vitest';
import { parseObjectKey } from '../../src/destination/index.ts';
import { batchSpanOf, dayFolderFault, hoursWithoutObject } from '../../src/validate/batch-time.ts';

const named = (name: string) => ({ name, ...parseObjectKey(name) });
const at = (text: string) => Date.parse(`2026-11-${text}:00Z`);

describe('the span of an object', () => {
  it.each<[string, string | undefined, string | undefined]>([
    ['logs/20261101/20261101T100000Z_20261101T100500Z_aa.log.gz', '01T10:00', '01T10:05'],
    ['logs/date=20261102/part-0.log.gz', '02T00:00', '03T00:00'],
    ['s3://b/20261102/eu/part-0.log.gz', '02T00:00', '03T00:00'],
    ['logs/part-0.log.gz', undefined, undefined],
    ['logs/20261399/part-0.log.gz', undefined, undefined],
  ])('%s', (name, start, end) => {
    const span = start === undefined ? undefined : { startMs: at(start), endMs: at(end!) };
    expect(batchSpanOf(named(name))).toEqual(span);
  });
});

describe('the folder of a day', () => {
  it.each<[string, boolean]>([
    ['20261101/20261101T235500Z_20261102T000500Z_aa.log.gz', true],
    ['20261102/20261101T235500Z_20261102T000500Z_aa.log.gz', true],
    ['dt=20261101/20261101T100000Z_20261101T100500Z_aa.log.gz', true],
    ['20261103/20261101T100000Z_20261101T100500Z_aa.log.gz', false],
    ['backup-20261103/20261101T100000Z_20261101T100500Z_aa.log.gz', true],
    ['20261103/no-times.log.gz', true],
  ])('%s', (name, isGood) => {
    expect(dayFolderFault(named(name)) === undefined).toBe(isGood);
  });
});

describe('hours without any object', () => {
  const span = (start: string, end: string) => ({ startMs: at(start), endMs: at(end) });
  it.each([
    ['none', [], []],
    ['one object', [span('01T10:00', '01T10:05')], []],
    ['neighbours', [span('01T10:00', '01T10:05'), span('01T11:59', '01T12:00')], []],
    [
      'a gap, whatever the order',
      [span('01T14:10', '01T14:15'), span('01T10:00', '01T10:05')],
      [{ startMs: at('01T11:00'), hours: 3 }],
    ],
    [
      'a long batch covers',
      [span('01T10:00', '01T13:05'), span('01T10:00', '01T10:05'), span('01T14:00', '01T14:01')],
      [],
    ],
  ])('%s', (_, spans, gaps) => expect(hoursWithoutObject(spans)).toEqual(gaps));
});
