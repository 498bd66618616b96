// Guards: promises that the report of a filter must keep.
export type {
  Guard,
  GuardFigure,
  GuardRequest,
  GuardResult,
  GuardUnit,
  NeverGuard,
  ThresholdGuard,
} from './guard.ts';
