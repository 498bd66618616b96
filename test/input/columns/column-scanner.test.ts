// Answers from columns against the record reader: a part of a round of `npm run fuzz`, which tries the same for longer.
import { expect, it } from 'vitest';
import { coveredCases, randomRuns } from '../../helpers/random-runs.ts';
import { COLUMN_PROPERTIES, COLUMNS_SEEN } from '../../properties/columns/column-properties.ts';

it.each(COLUMN_PROPERTIES)('$name', async ({ runs, check }) => {
  const { failed, message } = await check({ seed: 29, numRuns: randomRuns(runs) });
  expect(failed, message).toBe(false);
});

it('the runs have read rows', () => {
  expect(COLUMNS_SEEN.rows).toBeGreaterThan(coveredCases(5_000));
});
