// The rules of what a job writes: fields and their order, timestamps, sampling, the CVE rewrite, CSV, templates, batches. Pure;
// src/analysis/emit writes lines by them.
export { BatchText, CHUNK_BYTES } from './batch-text.ts';
export { appendCell } from './csv-cell.ts';
export { changesBytes, defaultsOf, type ResolvedOutput, sampleRateOf, type TimestampFormat } from './defaults.ts';
export {
  type CheckedJob,
  JOB_SEVERITIES,
  type JobProblem,
  type JobProblemCode,
  type JobSeverity,
  jobProblems,
} from './job-problems.ts';
export { hasLookup, rewriteLookups } from './lookups.ts';
export { PUSH_REASONS, type PushSettings, pushRemarks, pushSettings } from './push-settings.ts';
export {
  documentOf,
  type RecordKey,
  type RecordWrapper,
  recordShapeOf,
  recordTextOf,
  wrapperKeysOf,
} from './record-shape.ts';
export { parseTemplate, type TemplatePart, templateFields } from './record-template.ts';
export { isSampled, lineSampleHash } from './sampled.ts';
export { TextBuffer } from './text-buffer.ts';
export { fractionDigitsOf, printTimestamp, reformat, reformatValue, timestampFields } from './timestamp.ts';
