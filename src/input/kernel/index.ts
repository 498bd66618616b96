// The fast path for NDJSON: WebAssembly inflates and checks gzip, and counts lines where it inflated them. A slow path elsewhere defines
// the meaning of all of this; see KERNEL.md.
export { MAX_SETS_WITH_FIELDS, MAX_UNFINISHED_BYTES } from './abi.ts';
export { type ColumnBuilder, type ColumnRequest, createColumnBuilder } from './column-builder.ts';
export type { DeferReason } from './defer-reason.ts';
export { createInflater, type Inflated, type Inflater, type InflateStep } from './inflater.ts';
export {
  anotherKernel,
  compileKernelOnce,
  isKernelOff,
  type Kernel,
  loadKernel,
  useCompiledKernel,
} from './load-kernel.ts';
export { type DeferredNoRecords, NO_RECORDS, type NoRecord } from './no-record.ts';
export type { Rejection } from './rejection.ts';
export type { ScanRequest } from './scan-request.ts';
export {
  createScanner,
  type DecodeValue,
  type DeferredLine,
  type LineScanner,
  type ScanCounts,
  type ScannedField,
  type ScannedHour,
  type Scanner,
} from './scanner.ts';
export type { CustomNames, ScanSchema, SchemaField } from './schema-request.ts';
export {
  createSchemaScanner,
  HALVES_STRIDE,
  OFFSETS_STRIDE,
  type ScannedIds,
  type SchemaScanner,
  type SchemaScanRequest,
} from './schema-scanner.ts';
export { markTexts } from './text-search.ts';
