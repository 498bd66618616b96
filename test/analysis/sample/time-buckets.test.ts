// Which span of time a line belongs to.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TimeBuckets } from '../../../src/analysis/sample/index.ts';

const buckets = new TimeBuckets({ since: 1000n, until: 2000n }, 10);
const anywhere = { since: -5000n, until: 5000n };

it.each<[bigint | undefined, string]>([
  [1000n, '0'],
  [1099n, '0'],
  [1100n, '1'],
  [1999n, '9'],
  [2000n, '9'],
  [9999n, '9'],
  [500n, '0'],
  [undefined, '0'],
])('%d: %s', (time, bucket) => {
  expect(buckets.of(time, anywhere)).toBe(bucket);
});

describe('an object that can hold only some times', () => {
  const within = { since: 1250n, until: 1410n };

  it('has the buckets of its span', () => expect(buckets.within(within)).toEqual(['2', '3', '4']));

  it.each<[bigint | undefined, string]>([
    [1300n, '3'],
    [1000n, '2'],
    [1900n, '4'],
    [undefined, '2'],
  ])('and every line is in one of them: %d in %s', (time, bucket) => {
    expect(buckets.of(time, within)).toBe(bucket);
  });
});

it('there are no more buckets than requested lines, and never very many', () => {
  const all = (wanted: number) =>
    new TimeBuckets({ since: 0n, until: 10n ** 12n }, wanted).within({ since: 0n, until: 10n ** 12n });
  expect(all(1)).toHaveLength(1);
  expect(all(7)).toHaveLength(7);
  expect(all(1_000_000)).toHaveLength(96);
});

it('the first time of a bucket is the first one that is in it', () => {
  fc.assert(
    fc.property(
      fc.bigInt(-(10n ** 18n), 10n ** 18n),
      fc.bigInt(1n, 10n ** 15n),
      fc.nat(95),
      (since, length, bucket) => {
        const span = { since, until: since + 96n + length };
        const all = new TimeBuckets(span, 96);
        const start = since + (BigInt(bucket) * (96n + length) + 95n) / 96n;
        expect(all.of(start, span)).toBe(String(bucket));
        if (bucket > 0) expect(all.of(start - 1n, span)).toBe(String(bucket - 1));
      },
    ),
  );
});
