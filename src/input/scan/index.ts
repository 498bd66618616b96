// One pass over the lines of objects: the kernel reads the lines that it can decide, the record reader all others. A pass is a sink of ObjectScan.
export { ColumnScanner } from './columns/column-scanner.ts';
export { outcomesOf } from './columns/column-values.ts';
export { type LineLimits, timesOf } from './columns/part-facts.ts';
export {
  DECISIVE,
  DEFERRED,
  type RowRequest,
  RowScanner,
  type RowState,
  rowState,
  verdictIn,
} from './columns/row-scanner.ts';
export { RowSignatures } from './columns/row-signatures.ts';
export { KernelScanners } from './kernel-scanners.ts';
export { lineHash, objectHash } from './line-hash.ts';
export { DEFERRED_FAULTS, LineTally } from './line-tally.ts';
export { type Deferral, ObjectScan, type ObjectSink } from './object-scan.ts';
export type { KeepingPass, ObjectDamage, ObjectPass, OnKept, Pass } from './pass.ts';
export { byPlace, lostObjects, PROBLEMS_PER_CODE, type Problem, ProblemTally } from './problem-tally.ts';
export { SampledFields } from './sampled-fields.ts';
export { createTimeTest, type TimeTest } from './time-test.ts';
export {
  addLines,
  COUNTED_MALFORMED,
  countLines,
  countUnwrapped,
  type LinesTotal,
  type LineTotal,
  NO_LINES,
  noLines,
  type SourceTotal,
  scannedLines,
  type Timing,
  type UnwrappedLines,
  VERDICT_KEYS,
} from './totals.ts';
