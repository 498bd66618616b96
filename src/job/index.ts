// Logpush jobs, parsed from files. Loads the schema library: code that must start fast imports only the types.
export { type Job, type JobReading, type JobState, parseJobs } from './job.ts';
export type { OutputOptions } from './output-options.ts';
