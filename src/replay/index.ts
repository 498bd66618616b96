// The replay of filters over lines; see report.ts for its result.
export type { ReplayJob } from './job-tally.ts';
export { mergeEmitted, mergeReports } from './merge-reports.ts';
export { Replay, type ReplayOptions } from './replay.ts';
export type {
  ConditionCount,
  ConditionFigures,
  Detail,
  EmittedTotal,
  FieldCount,
  FieldLines,
  HintKind,
  JobReport,
  Overlap,
  Report,
  Sample,
} from './report.ts';
