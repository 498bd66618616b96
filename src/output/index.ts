// Writes lines as a job does: fields and their order, timestamps, sampling, the CVE rewrite, NDJSON, CSV, templates,
// batches. Pure: bytes to bytes; src/task writes the files.
export { BatchText, CHUNK_BYTES } from './batch-text.ts';
export { changesBytes, defaultsOf, type ResolvedOutput, sampleRateOf, type TimestampFormat } from './defaults.ts';
export {
  type CheckedJob,
  JOB_SEVERITIES,
  type JobProblem,
  type JobProblemCode,
  type JobSeverity,
  jobProblems,
} from './job-problems.ts';
export { createLineOutput, type LineOutput } from './line-output.ts';
export { hasLookup } from './lookups.ts';
export { PUSH_REASONS, type PushSettings, pushRemarks, pushSettings } from './push-settings.ts';
export {
  documentOf,
  type RecordKey,
  type RecordWrapper,
  recordShapeOf,
  recordTextOf,
  wrapperKeysOf,
} from './record-shape.ts';
export { parseTemplate, templateFields } from './record-template.ts';
export { isSampled, lineSampleHash } from './sampled.ts';
export { fractionDigitsOf, printTimestamp, timestampFields } from './timestamp.ts';
