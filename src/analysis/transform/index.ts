// The transformer of a job as queries use it: text that threads share, and what it does with a record after the job has chosen its fields.
export {
  type ExplainedExpression,
  type ExplainedTransformation,
  explainTransformation,
} from './explain-transformation.ts';
export { type FieldSize, LineEvaluator, type LineResult } from './line-evaluator.ts';
export {
  fieldsReadBy,
  loadTransformers,
  openTransformation,
  Transformation,
  type TransformInput,
  type TransformText,
  transformText,
  VERDICT_AFTER,
} from './transformation.ts';
