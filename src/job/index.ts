// Log push jobs as users have them. Brings the schema's library with it: whoever starts fast takes its types alone.
export { type Job, type JobReading, type JobState, parseJobs } from './job.ts';
export type { OutputOptions } from './output-options.ts';
