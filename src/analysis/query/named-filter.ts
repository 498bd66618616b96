// A filter with its origin: what a run counts, and what its problems and results are named after.
import type { Dataset } from '../../language/dataset/index.ts';
import type { FilterReading } from '../../language/filter/index.ts';
import type { Job } from '../../language/job/index.ts';
import type { JobProblem } from '../../language/output/index.ts';
import type { TransformerReading } from '../../language/transformer/index.ts';
import type { TransformText } from '../transform/index.ts';

/** A transformer with its origin, behind the fields and timestamps of a job. */
export interface NamedTransformer {
  name: string;
  /** Path of the file with the SQL; undefined for text and standard input. */
  file?: string | undefined;
  reading: TransformerReading;
  /** Undefined if the SQL has an error. */
  text: TransformText | undefined;
}

/** A filter with its origin. */
export interface NamedFilter {
  name: string;
  /** Path of the file that contains the filter or its job; undefined for text and standard input. */
  file?: string | undefined;
  dataset: Dataset;
  reading: FilterReading;
  /** The job that it belongs to; undefined for --filter. */
  job: Job | undefined;
  /** What transforms the lines that the job pushes. @default nothing */
  transformer?: NamedTransformer | undefined;
  /** Problems of that job other than those of its filter. */
  jobProblems: readonly JobProblem[];
}
