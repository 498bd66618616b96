// Published filters, with the results of the platform or its clients. They are not part of this repository: the test is skipped
// when they are not available.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { getDataset } from '../../../src/language/dataset/index.ts';
import { readFilter } from '../../../src/language/filter/index.ts';

const file = resolve(import.meta.dirname, '../../../../shared/fixtures/filters.json');
const published: { raw: string; filter: object; valid: boolean | 'template'; note: string }[] = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : [];
const judged = published.filter(({ valid }) => valid !== 'template').map((one) => [one.raw, one] as const);

it.skipIf(judged.length === 0)('every published filter gets its published verdict', () => {
  for (const [raw, { filter, valid }] of judged) {
    const dataset = getDataset(raw.includes('ColoCode') ? 'gateway_dns' : 'http_requests');
    for (const [input, source] of [
      [raw, 'job'],
      [raw, 'text'],
      [filter, 'text'],
      [JSON.stringify(raw), 'text'],
    ] as const) {
      const reading = readFilter(input, dataset, { source });
      expect([raw, reading.filter !== undefined]).toEqual([raw, valid]);
      if (valid === true) expect([raw, reading.problems]).toEqual([raw, []]);
      expect(reading.bytes).toBe(Buffer.byteLength(raw));
    }
  }
});
