// What the push engine reports while it runs. Types only.
import type { Count } from '../../base/index.ts';

/** A batch of one job. */
export interface PushedBatch {
  jobId: number;
  job: string;
  /** The key in the bucket, or the path of the file; until it has arrived, the file name alone. */
  object: string;
  lines: number;
  /** Bytes of the text before compression. */
  bytes: number;
  /** Size of the object. */
  storedBytes: number;
}

/**
 * One event. `retry`: a put failed and will be repeated; `lost`: the batch was given up, its lines are lost; `unusable`:
 * the job cannot push with its present settings, reported once.
 */
export type PushEvent =
  | ({ kind: 'pushed' } & PushedBatch)
  | ({ kind: 'retry'; message: string; attempt: number } & PushedBatch)
  | ({ kind: 'lost'; message: string } & PushedBatch)
  | { kind: 'unusable'; message: string; jobId: number; job: string };

/** Figures of one job since the start. */
export interface JobTotals {
  id: number;
  name: string;
  /** Batches and lines that arrived. */
  batches: Count;
  lines: Count;
  storedBytes: Count;
  /** Batches and lines that were given up. */
  lostBatches: Count;
  lostLines: Count;
  /** Present if the zone no longer has the job. */
  deleted?: true;
}

/** Figures of the push since the start. */
export interface PushTotals {
  exchanges: Count;
  /** Every job, then deleted ones with lines. */
  jobs: JobTotals[];
}
