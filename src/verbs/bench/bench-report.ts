// The result of a measurement as data, in the shape that `--format json` prints (version 1).
import type { Detail } from '../../analysis/replay/index.ts';
import type { LinesTotal } from '../../input/scan/index.ts';
import type { DeferredLines } from './bench-pass.ts';
import type { StepTime, TimesCompared } from './bench-rounds.ts';

/** The measured part of the source: whole objects. */
export interface MeasuredPart {
  objects: number;
  /** Objects of the source in the requested time range, and their stored bytes, as far as known. */
  objectsInAll: number;
  bytesInAll: number;
  /** As stored, as far as known. */
  bytes: number;
  damaged: number;
  unreadable: number;
  lines: LinesTotal;
  /** Rounds that were timed, after the warm-up. */
  rounds: number;
}

/** Filters that ran together in a replay of one thread. */
export interface FilterSpeed {
  /** Name of the filter, or of all of them. */
  name: string;
  /** As expressions; null keeps every line. */
  filters: (string | null)[];
  /** Median. Processor time of all threads of the program; on Windows, wall time. */
  seconds: number;
  linesPerSecond: number;
  /** Bytes of lines, after inflation. */
  bytesPerSecond: number;
  /** Bytes as stored. */
  storedBytesPerSecond: number;
  /** Median distance of the rounds' times from their median, as a share of it. */
  spread: number;
  /** `seconds` divided by those of a replay without a filter. */
  ratioToNoFilter: number;
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
  machine: { node: string; processor: string; processors: number };
  measured: MeasuredPart;
  /** The requested filters, then the filter to compare with. */
  filters: FilterSpeed[];
  comparison?: FilterComparison;
}
