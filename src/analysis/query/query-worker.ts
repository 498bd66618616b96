// The entry of a worker thread that answers a query, started by thread-pool.ts: posts what it has counted and written.
import { runWorker } from '../../input/threads/index.ts';
import { getDataset } from '../../language/dataset/index.ts';
import { FileEmitter } from '../emit/index.ts';
import { createPass, prepareQuery, type QueryPlan } from './run-query.ts';

await runWorker((plan: QueryPlan) => {
  const pass = createPass(plan);
  const emitter = plan.emit && new FileEmitter(plan.emit, getDataset(plan.datasetName));
  return { pass, emitter, result: () => ({ state: pass.state(), emitted: emitter?.totals() }) };
}, prepareQuery);
