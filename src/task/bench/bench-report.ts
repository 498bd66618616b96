// What a measurement says, as data: the shape `--format json` prints (version 1).
import type { Detail, LinesTotal } from '../../replay/index.ts';
import type { Clock } from './bench-clock.ts';
import type { DeferredLines } from './bench-kernel.ts';
import type { TimesCompared } from './bench-rounds.ts';
import type { StepTime } from './bench-split.ts';
import type { WholeTime } from './bench-whole.ts';

/** Time for some lines, and what it makes per second. */
export interface Speed {
  /** Median. */
  seconds: number;
  linesPerSecond: number;
  /** Bytes of lines, after inflation. */
  bytesPerSecond: number;
  /** Bytes as stored. */
  storedBytesPerSecond: number;
}

/** What was measured. */
export interface MeasuredPart {
  objects: number;
  /** Objects that the source holds for the time asked for, and their stored bytes, as far as known. */
  objectsInAll: number;
  bytesInAll: number;
  /** As stored. */
  bytes: number;
  /** Whether only the beginning of an object was taken. */
  isCut: boolean;
  damaged: number;
  unreadable: number;
  lines: LinesTotal;
  /** That were timed, after one that was not. */
  rounds: number;
}

/** Filters as they ran together, on bytes in memory, in one thread. By the report's clock. */
export interface FilterSpeed extends Speed {
  /** Of the filter, or of all of them. */
  name: string;
  /** As expressions; null keeps every line. */
  filters: (string | null)[];
  /** Median distance of the rounds' times from their median, as a share of it. */
  spread: number;
  /** Reading included, as if each step waited for the one before. */
  split: StepTime[];
  left: DeferredLines;
}

/** Which of two filters is cheaper; see {@link TimesCompared}. */
export interface FilterComparison extends TimesCompared {
  first: string;
  second: string;
  /** With fewer rounds nothing can be told. */
  roundsToTell: number;
}

/** The answer to `bench`. */
export interface BenchReport {
  version: 1;
  /** Interrupted: the medians are of fewer rounds than wanted. */
  partial: boolean;
  dataset: string;
  detail: Detail;
  /** What seconds are, but those of reading and of the whole, which are wall time. */
  clock: Clock;
  machine: { node: string; processor: string; processors: number };
  measured: MeasuredPart;
  /** The one asked for, then the one it is compared with. */
  filters: FilterSpeed[];
  comparison?: FilterComparison;
  /**
   * The filters asked for on all objects that were read into memory, from where they lie. Wall time. Absent where these cannot
   * be read a second time.
   */
  whole?: WholeTime & Speed;
}
