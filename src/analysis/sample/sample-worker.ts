// The entry of a worker thread of a sample, started by thread-pool.ts: posts the figures of its objects.
import { runWorker } from '../../input/threads/index.ts';
import { memoryOfCandidates } from './candidates.ts';
import { createPass, type SamplePlan } from './sample-plan.ts';

await runWorker((plan: SamplePlan) => {
  const pass = createPass(plan);
  return { pass, result: () => pass.toFigures(), memoryOf: ({ candidates }) => memoryOfCandidates(candidates) };
});
