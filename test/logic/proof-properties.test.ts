// Proofs about random filters against two independent judges: half a round of what `npm run fuzz` tries for longer.
import { expect, it } from 'vitest';
import { randomRuns } from '../helpers/random-runs.ts';
import { PROOF_PROPERTIES, PROOFS_SEEN } from '../properties/logic/proof-properties.ts';

it.each(PROOF_PROPERTIES)('$name', async ({ runs, check }) => {
  const { failed, message } = await check({ seed: 16, numRuns: randomRuns(runs / 2) });
  expect(failed, message).toBe(false);
});

it('the runs have enough answers of every kind', () => {
  expect(PROOFS_SEEN.proven).toBeGreaterThan(randomRuns(50) / 2);
  expect(PROOFS_SEEN.refuted).toBeGreaterThan(randomRuns(50) / 2);
  expect(PROOFS_SEEN.equal).toBeGreaterThan(randomRuns(50) / 2);
  expect(PROOFS_SEEN.different).toBeGreaterThan(randomRuns(50) / 2);
});
