// Exports the generator of the samples for generate.ts, the tests and the benchmarks.
export { COOKIES, REQUEST_HEADERS, RESPONSE_HEADERS } from '../../src/sandbox/prepare-zone.ts';
export {
  ATTACK,
  type Episode,
  INCIDENT,
  isDuring,
  Random,
  type Request,
  STORY_DAYS,
  STORY_END_MS,
  STORY_START_MS,
  type StreamOptions,
  streamRequests,
} from '../../src/sandbox/traffic/shop/index.ts';
export { type Batch, batchName, createBatches, gzipLines, SAMPLE_SEED } from './batch.ts';
export { RULESET } from './custom-fields.ts';
export { createDamagedFiles, type DamagedFile } from './damaged.ts';
export { compileLine, generateLines, type LineOptions } from './line.ts';
export { poolsDocument } from './pools.ts';
export { ALL_REQUESTS, ERRORS_AND_THREATS, jobDocument, SAMPLE_JOBS, type SampleJob } from './sample-job.ts';
export { trafficHar, trafficNdjson } from './traffic.ts';
