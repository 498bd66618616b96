// Defines a row of the targets table, and the result of measuring one. Prints nothing.
import { median, type TimedRun } from './timed-command.ts';

/** A target and its measured value. */
export interface TargetRow {
  work: string;
  target: string;
  measured: string;
  /** Absent if it was not measured. */
  isMet?: boolean;
}

/** Rows and their runs; the names of headgate's own commands begin with {@link OWN}. */
export interface Measured {
  rows: TargetRow[];
  runs: ReadonlyMap<string, readonly TimedRun[]>;
}

/** Prefix of the name of every headgate command. */
export const OWN = 'headgate';

/** Returns the median time of a side. Seconds. */
export function medianSeconds(runs: ReadonlyMap<string, readonly TimedRun[]>, name: string): number {
  const side = runs.get(name);
  if (side === undefined) throw new Error(`cannot take a median: found no runs of ${name}`);
  return median(side.map((run) => run.seconds));
}

/** Prints a ratio with two decimals. */
export function ratioText(ratio: number): string {
  return ratio.toFixed(2);
}

/** Prints a speed in plain bytes per second for people. */
export function speedText(bytes: number, seconds: number): string {
  return `${Math.round(bytes / 1e6 / seconds)} MB/s`;
}
