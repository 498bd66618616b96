// What is counted over lines: aggregates, whose answers add up, and the shapes of the answers; see report.ts.
export {
  type Aggregate,
  type AggregateByKind,
  type AggregateKind,
  type AnswerTo,
  EVERY,
  mergeBy,
  NONE,
  type SelectionText,
  selectionText,
  sumOf,
  type VerdictKey,
} from './aggregate.ts';
export { AGGREGATES, emptyAnswer, mergeAnswers } from './aggregates.ts';
export { ConditionCounter } from './condition-tally.ts';
export { drawnLine, type VerdictDraw } from './drawn-line.ts';
export { HourCounter } from './hour-tally.ts';
export { KeptSetCounter } from './kept-sets.ts';
export { LineCounter } from './line-counter.ts';
export {
  type ConditionCount,
  type ConditionFigures,
  type ConditionSamples,
  type Detail,
  type EmittedTotal,
  type FieldCount,
  type FieldLines,
  type FilterTotals,
  type HintKind,
  type HourCount,
  type HourTotals,
  type JobReport,
  type LineFigures,
  type ObjectTotals,
  type Overlap,
  REPORT_VERSION,
  type Report,
  type Sample,
  type SelectedLines,
  type ShownLines,
  type ValueLine,
} from './report.ts';
export { SampleLimits } from './sample-limits.ts';
export { DrawCounter } from './sample-tally.ts';
export type { ScanCounter } from './scan-counter.ts';
export { Slots } from './slots.ts';
export { addVerdicts, noVerdicts, ObjectTally, VerdictTally } from './verdict-tally.ts';
