// The kernel against zlib and JavaScript on random and hostile input: a third of a round of `npm run fuzz`, which tries the same for longer.
import { beforeAll, expect, it } from 'vitest';
import { expectSameReport, SEEN } from '../../helpers/kernel/both-ways.ts';
import { coveredCases, randomRuns } from '../../helpers/random-runs.ts';
import { BUILDER_PROPERTIES } from '../../properties/kernel/builder-properties.ts';
import { INFLATE_PROPERTIES } from '../../properties/kernel/inflate-properties.ts';
import { LINE_PROPERTIES } from '../../properties/kernel/line-properties.ts';
import { SCAN_PROPERTIES } from '../../properties/kernel/scan-properties.ts';

const PROPERTIES = [...SCAN_PROPERTIES, ...LINE_PROPERTIES, ...BUILDER_PROPERTIES, ...INFLATE_PROPERTIES];

beforeAll(() => {
  SEEN.lines = 0;
  SEEN.left = 0;
  SEEN.ways.clear();
});

it.each(PROPERTIES)('$name', async ({ runs, check }) => {
  const { failed, message } = await check({ seed: 51, numRuns: randomRuns(runs / 3) });
  expect(failed, message).toBe(false);
});

it('a document beyond the first bytes', async () => {
  const plan = { filters: [undefined], nullAs: 'unknown', range: {}, samples: 0, detail: 'full' } as const;
  const body = `[${'{"EdgeResponseStatus":200},\n'.repeat(1000)}{}]`;
  await expectSameReport(plan, { body, offset: 0, stored: 6, sizes: [64], isCut: false });
});

it('the runs cover the kernel: it read most lines, and deferred some for every reason but the rarest', () => {
  expect(SEEN.lines).toBeGreaterThan(coveredCases(5_000));
  expect(SEEN.lines).toBeGreaterThan(SEEN.left / 2);
  expect([...SEEN.ways].sort()).toEqual([
    'chunk-boundary',
    'deep-nesting',
    'escaped-value',
    'examined',
    'many-keys',
    'no-field',
    'not-ndjson',
    'not-plain',
    'odd-key',
    'odd-value',
    'repeated-key',
  ]);
});
