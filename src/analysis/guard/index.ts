// Guards: promises that the report of a filter must keep.
export type {
  ChangeFigure,
  Guard,
  GuardFigure,
  GuardRequest,
  GuardResult,
  GuardSet,
  GuardSpan,
  GuardUnit,
  MoneyFigure,
  NeverGuard,
  PushedFigure,
  ThresholdGuard,
  VerdictFigure,
} from './guard.ts';
export { type GuardProblem, type InvalidGuard, InvalidGuardError } from './invalid-guard-error.ts';
export { judgeEstimate, undecidableOnSample } from './judge-estimate.ts';
export {
  type GuardedSource,
  guardAggregates,
  type JudgedCosts,
  type JudgedFilter,
  judgeGuards,
  pushChange,
  type TransformedBatches,
  transformedTotals,
} from './judge-guards.ts';
export { type FilterCosts, isMoney, type MoneyGuard } from './judge-money.ts';
export { isChange, LINES_OF_GUARD, needsSpan, type PushedVerdicts } from './judge-threshold.ts';
export { GuardSyntaxError, parseGuard } from './parse-guard.ts';
export {
  isUnjudged,
  overIncomplete,
  type UnjudgedGuard,
  unjudgedGuardError,
  unjudgedGuards,
} from './unanswered-guards.ts';
