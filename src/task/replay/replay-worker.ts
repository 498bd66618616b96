// The entry of a worker thread of a replay, started by thread-pool.ts: hands back the report of its objects.
import { getDataset } from '../../dataset/index.ts';
import { serveObjects } from '../../run/threads/worker.ts';
import { FileEmitter, putEmitted } from '../emit/emit.ts';
import { createReplay, type ReplayPlan, reportOf } from './replay-plan.ts';

await serveObjects((plan: ReplayPlan) => {
  const pass = createReplay(plan);
  const emitter = plan.emit && new FileEmitter(plan.emit, getDataset(plan.datasetName));
  return { pass, emitter, result: () => putEmitted(reportOf(pass), emitter) };
});
