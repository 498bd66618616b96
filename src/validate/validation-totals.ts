// What a validation counts, as plain data for another thread.
import { type LinesTotal, noLines } from '../scan/index.ts';
import type { RuleCount } from './finding-tally.ts';
import type { IdEntries } from './repeats/repeated-ids.ts';

/** Lines of every kind, and what the filter of the job says of those read. */
export interface CheckedLines extends LinesTotal {
  kept: number;
  dropped: number;
  undecided: number;
  /** Read lines that by themselves break no rule, remarks aside; events found twice are among them. */
  clean: number;
}

/** All figures of the objects read so far. */
export interface ValidationTotals {
  lines: CheckedLines;
  findings: RuleCount[];
  ids: IdEntries;
}

/** No lines yet. */
export function emptyLines(): CheckedLines {
  return { ...noLines(), kept: 0, dropped: 0, undecided: 0, clean: 0 };
}
