// Names of objects against times: the batch, the day of the folder, hours without any object.
import { describe, expect, it } from 'vitest';
import { batchSpanOf, dayFolderFault, hoursWithoutObject } from '../../../src/analysis/validate/batch-time.ts';
import { parseObjectKey } from '../../../src/input/destination/index.ts';

const named = (name: string) => ({ name, ...parseObjectKey(name) });
const at = (text: string) => Date.parse(`2026-11-${text}:00Z`);

describe('the span of an object', () => {
  it.each<[string, string | undefined, string | undefined, string | undefined]>([
    ['20261101T100000Z_20261101T100500Z_aa.log.gz', '20261101', '01T10:00', '01T10:05'],
    ['20261101T100000Z_20261101T100500Z_aa.log.gz', undefined, '01T10:00', '01T10:05'],
    ['part-0.log.gz', '20261102', '02T00:00', '03T00:00'],
    ['part-0.log.gz', undefined, undefined, undefined],
  ])('%s in the folder of %s', (name, day, start, end) => {
    const span = start === undefined ? undefined : { startMs: at(start), endMs: at(end!) };
    expect(batchSpanOf(named(name), day)).toEqual(span);
  });
});

describe('the folder of a day', () => {
  it.each<[string, string | undefined, string | undefined]>([
    ['20261101T235500Z_20261102T000500Z_aa.log.gz', '20261101', undefined],
    ['20261101T235500Z_20261102T000500Z_aa.log.gz', '20261102', undefined],
    [
      '20261101T100000Z_20261101T100500Z_aa.log.gz',
      '20261103',
      'found a batch of 2026-11-01 in the folder of 2026-11-03',
    ],
    ['20261101T100000Z_20261101T100500Z_aa.log.gz', undefined, undefined],
    ['no-times.log.gz', '20261103', undefined],
  ])('%s in that of %s', (name, day, fault) => {
    expect(dayFolderFault(named(name), day)).toBe(fault);
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
    [
      'a batch that ends on the hour does not touch the next one',
      [span('01T10:55', '01T11:00'), span('01T12:00', '01T12:05')],
      [{ startMs: at('01T11:00'), hours: 1 }],
    ],
    ['a batch of no length touches its hour', [span('01T10:00', '01T10:00'), span('01T11:00', '01T11:00')], []],
  ])('%s', (_, spans, gaps) => expect(hoursWithoutObject(spans)).toEqual(gaps));
});
