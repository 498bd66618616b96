// The replay of filters over lines; see report.ts for its result.
export { JobTally, type ReplayJob } from './job-tally.ts';
export { mergeEmitted, mergeReports } from './merge-reports.ts';
export { Replay, type ReplayOptions } from './replay.ts';
export {
  type ConditionCount,
  type ConditionFigures,
  type Detail,
  type EmittedTotal,
  type FieldCount,
  type FieldLines,
  type FieldMismatch,
  type Hint,
  type HintKind,
  type JobReport,
  MAX_FIELD_NAMES,
  type Overlap,
  REPORT_VERSION,
  type Report,
  type Sample,
} from './report.ts';
