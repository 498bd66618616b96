// Guards: promises that the report of a filter must keep.
export type {
  Guard,
  GuardFigure,
  GuardRequest,
  GuardResult,
  GuardSpan,
  GuardUnit,
  NeverGuard,
  ThresholdGuard,
} from './guard.ts';
export type { GuardSet, TimeSpan } from './guard-set.ts';
export { GuardSyntaxError } from './guard-syntax-error.ts';
export { type GuardProblem, type InvalidGuard, InvalidGuardError } from './invalid-guard-error.ts';
export { breakersOf, type JudgedFilter, judgeGuards, LINES_OF_GUARD } from './judge-guards.ts';
export { needsSpan } from './judge-threshold.ts';
export { parseGuard } from './parse-guard.ts';
