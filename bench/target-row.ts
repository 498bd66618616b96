// A row of the targets table, and what measuring one gives. Prints nothing.
import { median, type TimedRun } from './timed-command.ts';

/** One target held against what was measured. */
export interface TargetRow {
  work: string;
  target: string;
  measured: string;
  /** Absent where it could not be measured. */
  isMet?: boolean;
}

/** Rows and the runs they come from; those of headgate's own commands have names that begin with {@link OWN}. */
export interface Measured {
  rows: TargetRow[];
  runs: ReadonlyMap<string, readonly TimedRun[]>;
}

/** Begins the name of every side that is headgate itself. */
export const OWN = 'headgate';

/** The middle time of a side. Seconds. */
export function medianSeconds(runs: ReadonlyMap<string, readonly TimedRun[]>, name: string): number {
  const side = runs.get(name);
  if (side === undefined) throw new Error(`cannot take a median: found no runs of ${name}`);
  return median(side.map((run) => run.seconds));
}

/** Two digits behind the point, for ratios. */
export function ratioText(ratio: number): string {
  return ratio.toFixed(2);
}

/** Plain bytes in a time, as a person reads it. */
export function speedText(bytes: number, seconds: number): string {
  return `${Math.round(bytes / 1e6 / seconds)} MB/s`;
}
