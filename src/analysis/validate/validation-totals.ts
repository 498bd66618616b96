// The counts of a validation as plain data.
import type { ScanCounts } from '../../input/kernel/index.ts';
import { type LinesTotal, noLines, scannedLines } from '../../input/scan/index.ts';
import type { RuleCount } from './finding-tally.ts';
import type { IdEntries } from './repeats/repeated-ids.ts';

/** Lines of every kind, and the verdicts of the job's filter on those read. */
export interface CheckedLines extends LinesTotal {
  kept: number;
  dropped: number;
  undecided: number;
  /** Read lines that violate no rule by themselves, remarks aside; repeated events are among them. */
  clean: number;
}

/** All figures of the objects read so far. */
export interface ValidationTotals {
  lines: CheckedLines;
  findings: RuleCount[];
  ids: IdEntries;
}

/** Returns the lines that a kernel has counted, every figure of them. It defers lines that violate a rule. */
export function scannedChecks({ lines, jobs: [job] }: ScanCounts): Required<CheckedLines> {
  return {
    ...scannedLines(lines),
    kept: job!.kept.lines,
    dropped: 0,
    // Counted when the kernel deferred the line.
    undecided: 0,
    clean: lines.read,
  };
}

/** No lines yet. */
export function emptyLines(): CheckedLines {
  return { ...noLines(), kept: 0, dropped: 0, undecided: 0, clean: 0 };
}
