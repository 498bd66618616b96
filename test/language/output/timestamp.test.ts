// Round trips of timestamps: each format loses only the digits that it lacks.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson } from '../../../src/base/index.ts';
import { DATASET_NAMES, getDataset, instantOf } from '../../../src/language/dataset/index.ts';
import { printTimestamp, timestampFields } from '../../../src/language/output/index.ts';
import { written } from '../../helpers/output/read-records.ts';

/** Resolution of each format in nanoseconds. */
const PRECISION = { unixnano: 1n, rfc3339ns: 1n, rfc3339ms: 1_000_000n, rfc3339: 1_000_000_000n, unix: 1_000_000_000n };
const FORMATS = Object.keys(PRECISION) as (keyof typeof PRECISION)[];
/** From 1971, above which nanoseconds cannot be mistaken for seconds, to 2262. */
const instants = fc.bigInt({ min: 31_536_000_000_000_000n, max: 2n ** 63n - 1n });

it('a round trip keeps the precision of the format', () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...FORMATS), (instant, format) => {
      const text = printTimestamp(instant, format)!;
      expect(instantOf(parseJson(text))).toBe(instant - (instant % PRECISION[format]));
    }),
  );
});

it('a line converted twice equals the line converted to the coarser format', () => {
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

it('any number of nanoseconds is printed like its instant', () => {
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
