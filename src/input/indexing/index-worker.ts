// The entry of a worker thread that builds an index, started by thread-pool.ts: stores parts, and posts what it has read, or what stopped it.
import { getDataset } from '../../language/dataset/index.ts';
import { runWorker } from '../threads/index.ts';
import type { IndexPlan } from './build-index.ts';
import { IndexPass } from './index-pass.ts';

await runWorker((plan: IndexPlan) => {
  const pass = new IndexPass(plan.folder, getDataset(plan.datasetName));
  return { pass, result: () => pass.finish() };
});
