// The hot path for NDJSON: gzip inflated and checked in WebAssembly, and lines counted where they were inflated. Everything here has a
// slower twin elsewhere that defines the meaning; see assembly/index.ts for how it works.

export type { DeferReason } from './defer-reason.ts';
export { createInflater, type Inflated, type Inflater, type InflateStep } from './inflater.ts';
export { compileKernelOnce, type Kernel, loadKernel, useCompiledKernel } from './load-kernel.ts';
export { type DeferredNoRecords, NO_RECORDS, type NoRecord } from './no-records.ts';
export type { Refusal } from './refusal.ts';
export type { ScanRequest } from './scan-request.ts';
export { createScanner, type DeferredLine, type ScanCounts, type ScannedField, type Scanner } from './scanner.ts';
export type { CustomNames, FormField, ScanSchema } from './schema-request.ts';
export {
  createSchemaScanner,
  HALVES_STRIDE,
  OFFSETS_STRIDE,
  type ScannedIds,
  type SchemaScanner,
  type SchemaScanRequest,
} from './schema-scanner.ts';
