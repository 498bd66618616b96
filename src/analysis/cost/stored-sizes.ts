// What filters write and store of a source, as measured. Types only; estimate-written.ts estimates it from runs.
import type { Estimated, StoredSampling } from './cost-report.ts';

/** What one filter or job writes of the whole source. */
export interface WrittenSize {
  /** `sample_rate` that was applied: that of the job, 1 for a source that was sampled. */
  sampleRate: number;
  /** After `sampleRate`. */
  lines: Estimated;
  /** Of all kept lines as they are written: before `sampleRate`, and before compression. */
  bytes: Estimated;
  /** The sum of the squares of the sizes of the same lines; not below the true one. */
  squares: number;
  /** Bytes of the longest line found. */
  longest: number;
  /** Of the gzip objects, after `sampleRate`: one for each source object. */
  stored: Estimated;
}

/** The sizes of all lines and of each filter. */
export interface StoredSizes {
  sampling: StoredSampling;
  /** Every line, written unchanged; null if it was not measured. */
  all: WrittenSize | null;
  /** By filter; null if too few runs contain a kept line. */
  jobs: readonly (WrittenSize | null)[];
}
