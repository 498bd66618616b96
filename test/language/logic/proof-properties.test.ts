// Proofs about random filters against two independent judges: half a round of what `npm run fuzz` tries for longer.
import { expect, it } from 'vitest';
import { coveredCases, randomRuns } from '../../helpers/random-runs.ts';
import { PROOF_PROPERTIES, PROOFS_SEEN } from '../../properties/logic/proof-properties.ts';

it.each(PROOF_PROPERTIES)('$name', async ({ runs, check }) => {
  const { failed, message } = await check({ seed: 16, numRuns: randomRuns(runs / 2) });
  expect(failed, message).toBe(false);
});

it('the runs have enough answers of every kind', () => {
  expect(PROOFS_SEEN.proven).toBeGreaterThan(coveredCases(25));
  expect(PROOFS_SEEN.refuted).toBeGreaterThan(coveredCases(25));
  expect(PROOFS_SEEN.equal).toBeGreaterThan(coveredCases(25));
  expect(PROOFS_SEEN.different).toBeGreaterThan(coveredCases(25));
});
