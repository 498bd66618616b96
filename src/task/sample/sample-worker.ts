// The entry of a worker thread of a sample, started by thread-pool.ts: posts the figures of its objects.
import { runWorker } from '../../run/threads/worker.ts';
import { memoryOfCandidates } from '../../sample/index.ts';
import { createPass, type SamplePlan } from './sample-plan.ts';

await runWorker((plan: SamplePlan) => {
  const pass = createPass(plan);
  return { pass, result: () => pass.toFigures(), memoryOf: ({ candidates }) => memoryOfCandidates(candidates) };
});
