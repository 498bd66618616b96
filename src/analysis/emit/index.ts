// Writes the lines that jobs would push: to folders, buckets and streams.
export { MAX_BATCH_BYTES } from './delivered-batches.ts';
export { GZIP_LEVEL } from './emit-file.ts';
export { folderAboveDays } from './emit-folder.ts';
export { type EmitJob, type EmitPlan, type EmitRequest, emitJobs } from './emit-plan.ts';
export { type EmitRun, startEmitting } from './emit-run.ts';
export { jobFolders } from './emitted-name.ts';
export { type EmittedTotal, FileEmitter, mergeEmitted } from './file-emitter.ts';
export { createLineOutput, type LineOutput } from './line-output.ts';
