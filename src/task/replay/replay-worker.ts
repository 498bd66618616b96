// The entry of a worker thread of a replay, started by thread-pool.ts: posts the report of its objects.
import { getDataset } from '../../dataset/index.ts';
import { runWorker } from '../../run/threads/worker.ts';
import { FileEmitter, withEmittedTotals } from '../emit/file-emitter.ts';
import { createReplay, type ReplayPlan, reportOf } from './replay-plan.ts';

await runWorker((plan: ReplayPlan) => {
  const pass = createReplay(plan);
  const emitter = plan.emit && new FileEmitter(plan.emit, getDataset(plan.datasetName));
  return { pass, emitter, result: () => withEmittedTotals(reportOf(pass), emitter) };
});
