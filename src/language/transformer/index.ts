// Transformers: the SQL that drops, reshapes and redacts records. Parses it, checks it against a dataset, and evaluates records exactly.

export {
  CONDITION_OUTCOMES,
  type ConditionOutcome,
  type Evaluation,
  type Expression,
  type ExpressionResult,
  type OutputColumn,
  type OutputRow,
  type Transformer,
  type TransformerReading,
  type WhereCondition,
} from './build-transformer.ts';
export { CHOICES, type ChoiceName } from './choices.ts';
export { FUNCTION_GROUPS } from './compile-call.ts';
export { BATCH_LINES, DOCUMENTED_SQL_BYTES, MAX_SQL_BYTES } from './limits.ts';
export type { TransformerProblem, TransformerProblemCode } from './problem.ts';
export { type ReadTransformerOptions, readTransformer } from './read-transformer.ts';
export { sqlKey } from './sql-key.ts';
export type { SqlPlace } from './sql-text.ts';
export type { SqlValue } from './sql-value.ts';
export type { Failure, FailureCause, UndecidedReason } from './stop.ts';
