// The filter language: reading with every problem told at once, printing, and evaluating with three values.
export { checkFilter } from './check-filter.ts';
export { type CompiledCondition, type CompiledFilter, type CompileOptions, compileFilter } from './compile.ts';
export {
  type ConditionExplanation,
  type Explanation,
  explainFilter,
  type GroupExplanation,
  type Truth,
  type UnknownReason,
} from './explain.ts';
export { ExpressionSyntaxError } from './expression-error.ts';
export { printFilterJson, printJobString } from './filter-value.ts';
export { type Hint, type HintedCondition, hintOf } from './hint.ts';
export {
  LIMIT_WARNING_SHARE,
  MAX_FILTER_BYTES,
  MAX_FILTER_DEPTH,
  MAX_FILTER_OPERATORS,
  MAX_REPORTED_PROBLEMS,
} from './limits.ts';
export { type MergedConditions, type MergedFilter, mergeEquals } from './merge-equals.ts';
export {
  type Condition,
  canonicalFilter,
  conditionsOf,
  type Filter,
  type Group,
  listOf,
  type Node,
  type PlacedCondition,
  type Scalar,
} from './node.ts';
export { isOperator, OPERATOR_NAMES, OPERATORS, type Operator, type OperatorRule, operatorsFor } from './operator.ts';
export {
  ABSENT,
  DROP,
  FALSE,
  KEEP,
  MISMATCH,
  NULL,
  type Outcome,
  TRUE,
  UNDECIDED,
  VERDICT_NAMES,
  type Verdict,
  type VerdictName,
} from './outcome.ts';
export type { OutcomeTree } from './outcome-tree.ts';
export { parseExpression } from './parse-expression.ts';
export { printCondition, printExpression } from './print-expression.ts';
export { PROBLEM_CODES, type Problem, type ProblemCode } from './problem.ts';
export { EVERY_LINE, type FilterReading, type ReadFilterOptions, readFilter } from './read-filter.ts';
