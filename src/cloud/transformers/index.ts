// Transformers of the account: what would change in one, and what it does to the jobs that refer to it. Pure.
export {
  compareTransformers,
  type LiveTransformer,
  type PlannedTransformer,
  planTransformer,
  type TransformedJob,
  type TransformerChange,
  type TransformerPlan,
  transformedJobWarnings,
  type WantedTransformer,
} from './plan-transformer.ts';
