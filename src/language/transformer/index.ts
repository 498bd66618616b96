// Transformers: the SQL that drops, reshapes and redacts records. Parses it, checks it against a dataset, and evaluates records exactly.

export {
  CONDITION_OUTCOMES,
  type ConditionOutcome,
  type Evaluation,
  type Expression,
  type OutputColumn,
  type OutputRow,
  type Transformer,
  type TransformerReading,
  type WhereCondition,
} from './build-transformer.ts';
export { CHOICES } from './choices.ts';
export { FUNCTION_GROUPS } from './compile-call.ts';
export { BATCH_LINES, DOCUMENTED_SQL_BYTES, MAX_SQL_BYTES } from './limits.ts';
export type { TransformerProblem } from './problem.ts';
export { readTransformer } from './read-transformer.ts';
export { sqlKey } from './sql-key.ts';
export type { Failure, FailureCause, UndecidedReason } from './sql-value.ts';
