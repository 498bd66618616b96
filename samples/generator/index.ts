// Exports the generator of the samples for generate.ts, the tests and the benchmarks.
export { type Batch, batchName, createBatches, gzipLines, SAMPLE_SEED } from './batch.ts';
export { COOKIES, REQUEST_HEADERS, RESPONSE_HEADERS, RULESET } from './custom-fields.ts';
export { createDamagedFiles, type DamagedFile } from './damaged.ts';
export { compileLine, generateLines, type LineOptions } from './line.ts';
export { Random } from './random.ts';
export type { Request } from './request.ts';
export { ALL_REQUESTS, ERRORS_AND_THREATS, jobDocument, SAMPLE_JOBS, type SampleJob } from './sample-job.ts';
export { ATTACK, type Episode, INCIDENT, isDuring, STORY_DAYS, STORY_END_MS, STORY_START_MS } from './story.ts';
export { type StreamOptions, streamRequests } from './stream.ts';
export { trafficHar, trafficNdjson } from './traffic.ts';
