// The entry of a worker thread of a sample, started by object-threads.ts: hands back the figures of its objects.
import { memoryOfCandidates } from '../sample/index.ts';
import { createPass, type SamplePlan } from './sample-plan.ts';
import { serveObjects } from './serve-objects.ts';

await serveObjects((plan: SamplePlan) => {
  const pass = createPass(plan);
  return { pass, result: () => pass.toFigures(), memoryOf: ({ candidates }) => memoryOfCandidates(candidates) };
});
