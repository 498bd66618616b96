// The replay of filters over lines; see report.ts for its result.
export { type ExtraFilter, type ExtraOutputs, extraCountsOf, type ShownSelection } from './extra-tally.ts';
export type { ReplayJob } from './job-tally.ts';
export { mergeEmitted, mergeReports } from './merge-reports.ts';
export { Replay, type ReplayOptions } from './replay.ts';
export type {
  ConditionCount,
  ConditionFigures,
  ConditionSamples,
  Detail,
  EmittedTotal,
  ExtraCount,
  FieldCount,
  FieldLines,
  FilterTotals,
  HintKind,
  HourCount,
  HourTotals,
  JobReport,
  Overlap,
  PassReport,
  Report,
  Sample,
  ShownLines,
  ValueLine,
} from './report.ts';
export { fewerSamples } from './sample-tally.ts';
