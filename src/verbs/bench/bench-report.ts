// The result of a measurement as data, in the shape that `--format json` prints (version 1).
import type { Detail } from '../../analysis/replay/index.ts';
import type { LinesTotal } from '../../input/scan/index.ts';
import type { DeferredLines } from './bench-pass.ts';
import type { Clock, StepTime, TimesCompared } from './bench-rounds.ts';
import type { WholeTime } from './bench-whole.ts';

/** Time of a pass, and the resulting speeds. */
export interface Speed {
  /** Median. */
  seconds: number;
  linesPerSecond: number;
  /** Bytes of lines, after inflation. */
  bytesPerSecond: number;
  /** Bytes as stored. */
  storedBytesPerSecond: number;
}

/** The measured part of the source. */
export interface MeasuredPart {
  objects: number;
  /** Objects of the source in the requested time range, and their stored bytes, as far as known. */
  objectsInAll: number;
  bytesInAll: number;
  /** As stored. */
  bytes: number;
  /** Whether only the beginning of an object was measured. */
  isCut: boolean;
  damaged: number;
  unreadable: number;
  lines: LinesTotal;
  /** Rounds that were timed, after the warm-up. */
  rounds: number;
}

/** Filters that ran together, on bytes in memory, in one thread. By the clock of the report. */
export interface FilterSpeed extends Speed {
  /** Name of the filter, or of all of them. */
  name: string;
  /** As expressions; null keeps every line. */
  filters: (string | null)[];
  /** Median distance of the rounds' times from their median, as a share of it. */
  spread: number;
  /** Includes reading, as if each step waited for the previous one. */
  split: StepTime[];
  left: DeferredLines;
}

/** Which of two filters is cheaper; see {@link TimesCompared}. */
export interface FilterComparison extends TimesCompared {
  first: string;
  second: string;
  /** Fewer rounds are not conclusive. */
  roundsToTell: number;
}

/** The result of `bench`. */
export interface BenchReport {
  version: 1;
  /** Interrupted: the medians are those of fewer rounds than requested. */
  partial: boolean;
  dataset: string;
  detail: Detail;
  /** The clock of all times except those of reading and of the whole replay, which are wall time. */
  clock: Clock;
  machine: { node: string; processor: string; processors: number };
  measured: MeasuredPart;
  /** The requested filters, then the filter to compare with. */
  filters: FilterSpeed[];
  comparison?: FilterComparison;
  /**
   * A replay of the requested filters that reads the measured objects from their source. Wall time. Absent if they cannot be read a
   * second time.
   */
  whole?: WholeTime & Speed;
}
