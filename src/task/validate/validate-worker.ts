// The entry of a worker thread of a validation, started by thread-pool.ts: hands back the totals of its objects.

import { runWorker } from '../../run/threads/worker.ts';
import { memoryOfIds } from '../../validate/index.ts';
import { createValidation, passOf, type ValidationPlan } from './validate-plan.ts';

await runWorker((plan: ValidationPlan) => {
  const validation = createValidation(plan);
  return { pass: passOf(validation), result: () => validation.toTotals(), memoryOf: ({ ids }) => memoryOfIds(ids) };
});
