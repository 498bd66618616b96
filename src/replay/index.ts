// Queries over lines, and the report of a replay; see report.ts for its shape.
export {
  type Aggregate,
  type AggregateKind,
  type AnswerTo,
  EVERY,
  mergeBy,
  NONE,
  type SelectionText,
  selectionText,
  sumOf,
} from './aggregate.ts';
export { AGGREGATES, emptyAnswer, mergeAnswers } from './aggregates.ts';
export {
  type Answers,
  answersOf,
  mergeStates,
  type Query,
  type QueryOutput,
  type QueryState,
  type Question,
  queryOf,
  splitsAtLines,
} from './query.ts';
export { QueryPass, type QueryPassOptions } from './query-pass.ts';
export { askReplay, type ReplayedSource, type ReplayQuestionOptions } from './replay-question.ts';
export type {
  ConditionCount,
  ConditionFigures,
  ConditionSamples,
  Detail,
  EmittedTotal,
  FieldCount,
  FieldLines,
  FilterTotals,
  HintKind,
  HourCount,
  HourTotals,
  JobReport,
  LineFigures,
  ObjectTotals,
  Overlap,
  Report,
  Sample,
  SelectedLines,
  ShownLines,
  ValueLine,
} from './report.ts';
export { askSelected, type SelectedOptions, type SelectedQuestion } from './selected-lines.ts';
