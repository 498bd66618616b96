// Logpush jobs, parsed from files. Loads the schema library: code that must start fast imports only the types.
export { type Job, type JobReading, type JobState, parseJobs } from './job.ts';
export { isJob, isJobText } from './job-document.ts';
export { describeJobIssue } from './job-problem.ts';
export {
  destinationConfSchema,
  type JobInput,
  jobBodySchema,
  logpullOptionsSchema,
  type OutputOptions,
  outputOptionsSchema,
  READ_ONLY_KEYS,
} from './job-schema.ts';
export { LEGACY_PARAMETERS, type LegacyReading, readLegacyOptions } from './legacy-options.ts';
export { type JobFile, type JobSettings, parseJobFile, withoutLiveProblems } from './parse-job-file.ts';
export { type SettingProblem, UNDO_KEY, UNDO_SCOPE_KEY, WHOLE_JOB } from './read-settings.ts';
