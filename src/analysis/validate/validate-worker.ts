// The entry of a worker thread of a validation, started by thread-pool.ts: posts the totals of its objects.
import { runWorker } from '../../input/threads/index.ts';
import { memoryOfIds } from './repeats/repeated-ids.ts';
import { createValidation, type ValidationPlan } from './validate-plan.ts';

await runWorker((plan: ValidationPlan) => {
  const validation = createValidation(plan);
  return { pass: validation, result: () => validation.toTotals(), memoryOf: ({ ids }) => memoryOfIds(ids) };
});
