// What is counted over lines: aggregates, whose answers add up, and the shapes of the answers.
export {
  type Aggregate,
  type AggregateByKind,
  type AggregateKind,
  EVERY,
  mergeBy,
  NONE,
  type SelectionText,
  selectionText,
  sumOf,
  TRANSFORM_OUTCOMES,
  type TransformOutcome,
  type VerdictKey,
} from './aggregate.ts';
export { AGGREGATES, type AnswerByKind, type AnswerTo, emptyAnswer, mergeAnswers } from './aggregates.ts';
export {
  type ConditionCount,
  ConditionCounter,
  type ConditionFigures,
  type FieldLines,
  type HintKind,
} from './condition-tally.ts';
export type { FieldCount } from './field-tally.ts';
export { type HourCount, HourCounter, type Hours, type HourTotals } from './hour-tally.ts';
export { KeptSetCounter, type Overlap } from './kept-sets.ts';
export { LineCounter, type LineFigures } from './line-counter.ts';
export { SampleLimits } from './sample-limits.ts';
export { DrawCounter, offeredLine, type Sample, type ValueLine } from './sample-tally.ts';
export type { HandedLines, ScanCounter, SelectedLine } from './scan-counter.ts';
export { Slots } from './slots.ts';
export { type BatchFigures, TransformCounter } from './transform-counter.ts';
export {
  decidesNothing,
  type FailureCount,
  type TransformFigures,
  type TransformTotals,
  type UndecidedCount,
  type WhereCount,
} from './transform-tally.ts';
export { TransitionCounter, type Transitions } from './transition-tally.ts';
export {
  addVerdicts,
  type FilterTotals,
  noVerdicts,
  ObjectTally,
  type ObjectTotals,
  VerdictTally,
} from './verdict-tally.ts';
