// Timestamp round trips: each format loses only the precision that it cannot express.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson } from '../../src/base/index.ts';
import { DATASET_NAMES, getDataset, instantOf } from '../../src/dataset/index.ts';
import { printTimestamp, timestampFields } from '../../src/output/index.ts';
import { written } from '../helpers/output/read-records.ts';

/** Precision of a format, in nanoseconds. */
const PRECISION = { unixnano: 1n, rfc3339ns: 1n, rfc3339ms: 1_000_000n, rfc3339: 1_000_000_000n, unix: 1_000_000_000n };
const FORMATS = Object.keys(PRECISION) as (keyof typeof PRECISION)[];
/** From 1971, when a number of nanoseconds can no longer be mistaken for seconds, to 2262. */
const instants = fc.bigInt({ min: 31_536_000_000_000_000n, max: 2n ** 63n - 1n });

it('round trips keep the precision of the format', () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...FORMATS), (instant, format) => {
      const text = printTimestamp(instant, format)!;
      expect(instantOf(parseJson(text))).toBe(instant - (instant % PRECISION[format]));
    }),
  );
});

it('converting a line to one format and then to another equals converting it to the coarser one', () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...FORMATS), fc.constantFrom(...FORMATS), (instant, first, second) => {
      const line = (value: string): string => `{"EdgeEndTimestamp":0.5,"EdgeStartTimestamp":${value}}\n`;
      const once = written({ timestamp_format: first }, line(`${instant}`));
      const twice = written({ timestamp_format: second }, once);
      const coarse = PRECISION[first] > PRECISION[second] ? PRECISION[first] : PRECISION[second];
      expect(twice).toBe(line(printTimestamp(instant - (instant % coarse), second)!));
      expect(written({ timestamp_format: second }, twice)).toBe(twice);
    }),
  );
});

it.each(DATASET_NAMES)('the timestamps of %s are those of its catalog', (name) => {
  const dataset = getDataset(name);
  for (const field of timestampFields(dataset)) expect(dataset.fields.get(field)?.type).toBe('timestamp');
  const { field, unit } = dataset.eventTime;
  expect(timestampFields(dataset).includes(field)).toBe(
    unit === 'timestamp' && dataset.fields.get(field)?.type === 'timestamp',
  );
});

it('a number of nanoseconds is written like its instant', () => {
  const nanos = fc.bigInt({ min: 100_000_000_000_000n, max: 10n ** 19n - 1n });
  fc.assert(
    fc.property(nanos, fc.constantFrom(...FORMATS), (instant, format) => {
      const value = printTimestamp(instant, format) ?? `${instant}`;
      expect(written({ timestamp_format: format }, `{"EdgeStartTimestamp":${instant}}`)).toBe(
        `{"EdgeStartTimestamp":${value}}\n`,
      );
    }),
  );
});
