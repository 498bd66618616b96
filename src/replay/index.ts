// Jobs, and the replay of their filters over lines; see report.ts for what comes out.
export { JobTally, type ReplayJob } from './job-tally.ts';
export { lineHash, objectHash } from './line-hash.ts';
export { lostObjects } from './lost-objects.ts';
export { countMalformed, MalformedLines } from './malformed-lines.ts';
export { mergeEmitted, mergeReports } from './merge-reports.ts';
export type { ObjectDamage, ObjectReplay } from './object-replay.ts';
export { ProblemTally } from './problem-tally.ts';
export { readerOptionsFor } from './reader-options.ts';
export { MAX_UNTAKEN_LINES, Replay, type ReplayOptions } from './replay.ts';
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
  type LinesTotal,
  type LineTotal,
  MAX_FIELD_NAMES,
  type Overlap,
  PROBLEMS_PER_CODE,
  type Problem,
  REPORT_VERSION,
  type Report,
  type Sample,
  type SourceTotal,
  type Timing,
} from './report.ts';
export { byPlace } from './sample-tally.ts';
export { createTimeTest, type TimeTest } from './time-test.ts';
export { WindowReader } from './window-reader.ts';
