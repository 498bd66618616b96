// Transformers: the SQL that drops, reshapes and redacts records. Parses it, checks it against a dataset, and evaluates records exactly.
export { CHOICES, type ChoiceName } from './choices.ts';
export { TRANSFORMER_PROBLEM_CODES, type TransformerProblem, type TransformerProblemCode } from './problem.ts';
export { type ReadTransformerOptions, readTransformer } from './read-transformer.ts';
export type { SqlValue } from './sql-value.ts';
export {
  CONDITION_OUTCOMES,
  type ConditionOutcome,
  type Decision,
  type Evaluation,
  type Expression,
  type ExpressionResult,
  FAILURE_CAUSES,
  type Failure,
  type FailureCause,
  type OutputColumn,
  type OutputRow,
  type SqlPlace,
  type Transformer,
  type TransformerReading,
  type UndecidedReason,
  type WhereCondition,
} from './transformer.ts';
