// The filter language: parses and checks filters (all problems at once), prints them, and evaluates them in three-valued logic.
export {
  type CompiledCondition,
  type CompiledFilter,
  type CompileOptions,
  compileCombination,
  compileFilter,
  type NullReading,
} from './evaluate/compile.ts';
export {
  type ConditionExplanation,
  type Explanation,
  explainFilter,
  type GroupExplanation,
  type Truth,
  type UnknownReason,
  VERDICT_OF_TRUTH,
} from './evaluate/explain.ts';
export { type Hint, type HintedType, hintOf, isHintedType } from './evaluate/hint.ts';
export type { OutcomeTree } from './evaluate/outcome-tree.ts';
export { reasonOfVerdict, VERDICT_REASONS, type VerdictReason } from './evaluate/verdict-reason.ts';
export { ExpressionSyntaxError, excerptOf, placeOf } from './expression/expression-error.ts';
export { type ConditionSpan, conditionSpans, parseExpression } from './expression/parse-expression.ts';
export { type FilterSize, printFilterJson, printJobString, printNodeJson, sizeOf, utf8Length } from './filter-value.ts';
export { parseFilterJson } from './json/parse-filter-json.ts';
export { LIMIT_WARNING_SHARE, MAX_FILTER_BYTES, MAX_FILTER_OPERATORS, MAX_REPORTED_PROBLEMS } from './limits.ts';
export {
  type Condition,
  canonicalFilter,
  canonicalNode,
  childPath,
  conditionsOf,
  type Filter,
  type Group,
  listOf,
  type Node,
  otherKind,
  type PlacedCondition,
  ROOT_PATH,
  type Scalar,
  testedFields,
} from './node.ts';
export { OPERATOR_NAMES, OPERATORS, operatorsFor, type PositiveOperator } from './operator.ts';
export {
  ABSENT,
  type Decided,
  DROP,
  FALSE,
  FINAL_VERDICTS,
  type FinalVerdict,
  KEEP,
  MISMATCH,
  NULL,
  type Outcome,
  TRUE,
  truthOf,
  UNDECIDED,
  VERDICT_NAMES,
  type Verdict,
  type VerdictName,
} from './outcome.ts';
export { printCondition, printExpression, printNode } from './print-expression.ts';
export { PROBLEM_CODES, type Problem, type ProblemCode, type ProblemFacts, statementOf } from './problem.ts';
export { EVERY_LINE, type FilterReading, readFilter } from './read-filter.ts';
export { distinctValues, mergeEquals } from './repair/merge-equals.ts';
export { integerConstant, readInteger } from './scalar.ts';
export {
  assumingTrue,
  complementOf,
  decidedAloneBy,
  decidedBy,
  intersectionOf,
  negated,
  type Selection,
  selectionOf,
  unionOf,
} from './selection.ts';
