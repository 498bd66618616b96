// The report of a replay, as `--format json` prints it (version 1). replay-question.ts fills it, src/report prints it. Figures that were not counted are
// absent. Types only, but for the version.
import type { Count } from '../../base/index.ts';
import type { SourceTotal, Timing } from '../../input/scan/index.ts';
import type { ForeignKeys, MixedDataset, OtherDatasets } from '../../language/dataset/index.ts';
import type {
  BatchFigures,
  ConditionCount,
  ConditionFigures,
  FieldCount,
  FilterTotals,
  Hours,
  LineFigures,
  Overlap,
  Sample,
  TransformFigures,
  TransformOutcome,
} from '../aggregates/index.ts';
import type { EmittedTotal } from '../emit/index.ts';
import type { ShownLines } from '../query/index.ts';

/** Version of this shape; incremented when a key changes its meaning or is removed. */
export const REPORT_VERSION = 1;

/**
 * The level of detail. Each level is faster than the previous one and omits a part of the report: fields, then also conditions and
 * hours.
 */
export type Detail = 'full' | 'no-fields' | 'counts';

/** Lines that one condition alone drops, or alone keeps: those of its figure `soleBlocker` or `soleKeeper`. */
export interface ConditionSamples extends ShownLines {
  /** As in {@link ConditionCount}. */
  path: string;
  text: string;
  verdict: 'drop' | 'keep';
}

/** A line, and what a transformer makes of it. */
export interface TransformedExample extends Sample {
  /** The delivered records as JSON. */
  records: string[];
  /** Why there is none, in a clause: absent if the line is delivered or dropped. */
  reason?: string;
}

/** What a transformer does with the lines that the filter of its job keeps. */
export interface TransformReport extends TransformFigures {
  name: string;
  /** Path of the file with the SQL. Absent for text. */
  file?: string;
  sql: string;
  /** Fields that the SQL reads, in its order. */
  reads: readonly string[];
  /** Those of them that the job does not list. */
  unlisted: readonly string[];
  /** Undocumented points on which the result depends. */
  choices: readonly string[];
  /** Assumed batches, of `batchLines` lines each. */
  batches: BatchFigures & { batchLines: Count };
  examples: Record<TransformOutcome, TransformedExample[]>;
}

/** The result of one job. */
export interface JobReport extends FilterTotals, Partial<ConditionFigures> {
  name: string;
  dataset: string;
  /** The filter as an expression; null when the job has none and keeps every line. */
  filter: string | null;
  /** Path of the file with the filter or its job. Absent for text, and until the verb adds it. */
  file?: string;
  /** Fields that the filter tests, in order of appearance. Absent until the verb adds them. */
  testedFields?: readonly string[];
  /** Over the lines it keeps. Absent with `no-fields` and `counts`. */
  fields?: FieldCount[];
  /** Fields that the job pushes; absent if the job lists none and pushes all. */
  fieldNames?: string[];
  /** What the transformer of the job does with the kept lines. Absent without one. */
  transformer?: TransformReport;
  /** Present only if lines were written. */
  emitted?: EmittedTotal;
  samples: { kept: Sample[]; dropped: Sample[]; undecided: Sample[] };
  /** Of the conditions whose lines were asked for. */
  samplesFor?: ConditionSamples[];
}

/** Returns on how many lines the transformers of jobs fail: the platform loses the batches of these lines. */
export function failingLines(jobs: readonly { readonly transformer?: TransformReport | undefined }[]): number {
  return jobs.reduce((sum, { transformer }) => sum + (transformer?.failing.lines ?? 0), 0);
}

/** The whole report. */
export interface Report extends LineFigures, Partial<Hours> {
  version: typeof REPORT_VERSION;
  /** True if the run was interrupted: the figures cover only the data read so far. */
  partial: boolean;
  source: SourceTotal;
  /** Absent when there was no filter: a profile of the source. */
  jobs?: JobReport[];
  /** Absent with `jobs`. */
  overlap?: Overlap[];
  /** Over all lines read. Absent with `no-fields` and `counts`. */
  fields?: FieldCount[];
  /** Datasets whose fields match the lines better than the dataset they were read as; absent if there are none. */
  otherDatasets?: OtherDatasets;
  /** Keys of the lines that are not fields of the dataset, where that explains missing fields; absent until the verb adds them. */
  foreignKeys?: ForeignKeys;
  /** The datasets of lines that belong to several, the one with the most lines first; absent if there is one, and without `fields`. */
  mixedDatasets?: readonly MixedDataset[];
  timing?: Timing;
}
