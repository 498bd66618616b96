// The entry of a worker thread of a validation, started by thread-pool.ts: posts the totals of its objects.
import { runWorker } from '../../run/threads/worker.ts';
import { memoryOfIds } from '../../validate/index.ts';
import { createValidation, type ValidationPlan } from './validate-plan.ts';

await runWorker((plan: ValidationPlan) => {
  const validation = createValidation(plan);
  return { pass: validation, result: () => validation.toTotals(), memoryOf: ({ ids }) => memoryOfIds(ids) };
});
