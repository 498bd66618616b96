// One pass over the lines of objects, by the kernel where it can and by the record reader elsewhere. A pass is a sink of ObjectScan.
export { type CreateScanner, KernelScanners } from './kernel-scanners.ts';
export { lineHash, objectHash } from './line-hash.ts';
export { DEFERRED_FAULTS, type FaultSink, LineTally } from './line-tally.ts';
export { type KernelStart, ObjectScan, type ObjectSink } from './object-scan.ts';
export type { KeepingPass, ObjectDamage, ObjectPass, OnKept, Pass } from './pass.ts';
export { byPlace, lostObjects, PROBLEMS_PER_CODE, type Problem } from './problem.ts';
export { ProblemTally } from './problem-tally.ts';
export { createTimeTest, type TimeTest } from './time-test.ts';
export {
  addLines,
  COUNTED_MALFORMED,
  countLines,
  type LinesTotal,
  type LineTotal,
  noLines,
  type SourceTotal,
  scannedLines,
  type Timing,
} from './totals.ts';
