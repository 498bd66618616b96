// What a job writes: fields and their order, timestamps, sampling, the CVE rewrite, NDJSON, CSV, templates, batches. Pure: bytes to
// bytes; files are written in src/task.
export { BatchText, CHUNK_BYTES } from './batch-text.ts';
export { DEFAULT_TIMESTAMP_FORMAT, defaultsOf, type ResolvedOutput, type TimestampFormat } from './defaults.ts';
export { createLineOutput, type LackingField, type LineOutput } from './line-output.ts';
export { rewriteLookups } from './lookups.ts';
export { parseTemplate, type TemplatePart, templateFields } from './record-template.ts';
export { isSampled, lineSampleHash } from './sampled.ts';
export { printTimestamp, timestampFields } from './timestamp.ts';
