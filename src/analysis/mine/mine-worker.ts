// The entry of a worker thread of mining, started by thread-pool.ts: posts the figures of its objects.
import { runWorker } from '../../input/threads/index.ts';
import { createMinePass, type MinePlan } from './mine-plan.ts';

await runWorker((plan: MinePlan) => {
  const pass = createMinePass(plan);
  return { pass, result: () => pass.toFigures() };
});
