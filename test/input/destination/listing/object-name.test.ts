// Names of objects: whole seconds around the batch, and never a time that the name cannot show.
import { expect, it } from 'vitest';
import { type Instant, instantFromText } from '../../../../src/base/index.ts';
import { parseObjectKey } from '../../../../src/input/destination/listing/object-key.ts';
import { printObjectName } from '../../../../src/input/destination/listing/object-name.ts';

const at = (text: string): Instant => instantFromText(text)!;

it.each([
  ['2026-11-01T00:00:00Z', '2026-11-01T02:29:30Z', '20261101T000000Z_20261101T022930Z_0123abcd.log.gz'],
  [
    '2026-11-01T23:59:59.999999999Z',
    '2026-11-02T00:00:00.000000001Z',
    '20261101T235959Z_20261102T000001Z_0123abcd.log.gz',
  ],
  ['1969-12-31T23:59:59.5Z', '1969-12-31T23:59:59.5Z', '19691231T235959Z_19700101T000000Z_0123abcd.log.gz'],
])('%s to %s', (start, end, file) => {
  expect(printObjectName({ start: at(start), end: at(end) }, '0123abcd')).toEqual({ day: file.slice(0, 8), file });
  expect(parseObjectKey(file)!.start! <= at(start)).toBe(true);
  expect(parseObjectKey(file)!.end! >= at(end)).toBe(true);
});

it('a time after the year 9999 has no name', () => {
  const end = at('9999-12-31T23:59:59.1Z');
  expect(printObjectName({ start: 0n, end }, '0123abcd')).toBeUndefined();
  expect(printObjectName({ start: 0n, end: end * 1000n }, '0123abcd')).toBeUndefined();
});
