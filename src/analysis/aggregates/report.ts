// The shapes of answers, and the report of a replay that they add up to, as `--format json` prints it (version 1). replay-question.ts fills it,
// src/report prints it.
// Figures that were not counted are absent.
import type { Count } from '../../base/index.ts';
import type { LinesTotal, LineTotal, Problem, SourceTotal, Timing } from '../../input/scan/index.ts';
import type { ForeignKeys, MixedDataset, OtherDatasets } from '../../language/dataset/index.ts';

/** Version of this shape; incremented when a key changes its meaning or is removed. */
export const REPORT_VERSION = 1;
/** Maximum number of field names counted individually; the lexicographically last names beyond it are summed in one entry with `rest: true`. */
export const MAX_FIELD_NAMES = 4096;
/** Name of the entry that sums the fields beyond {@link MAX_FIELD_NAMES}. */
export const REST_OF_FIELDS = 'other';

/** Maximum number of hours counted individually, a year; the earliest hours beyond it are summed in `otherHours`. */
export const MAX_HOURS = 8784;
/** Maximum number of hours times jobs: with more than 29 jobs, fewer hours are counted individually. Bounds memory; ours. */
export const MAX_HOURS_OF_JOBS = 262_144;

/**
 * The level of detail. Each level is faster than the previous one and omits a part of the report: fields, then also conditions and
 * hours.
 */
export type Detail = 'full' | 'no-fields' | 'counts';

/** One condition of a filter over all lines read. true + false + unknown = lines read. */
export interface ConditionCount {
  /** Place in the filter: `where.and[0]`. */
  path: string;
  /** The condition as an expression. */
  text: string;
  true: Count;
  false: Count;
  unknown: Count;
  /** Dropped lines that only this condition drops: it is their sole blocker. */
  soleBlocker: Count;
  /** Kept lines that only this condition keeps: it is their sole keeper. */
  soleKeeper: Count;
}

/** Number of lines that concern one field. */
export interface FieldLines {
  name: string;
  lines: Count;
}

/** Lines in which a field contains a value of another type than the dataset's. */
export interface FieldMismatch {
  field: string;
  lines: Count;
}

/** A field over a set of lines. */
export interface FieldCount {
  name: string;
  /** Lines that contain the key; for the rest, the sum over its names. */
  lines: Count;
  /** Of those, lines in which the value is null, `""`, `[]` or `{}`. */
  empty: Count;
  /** Bytes of key, colon, value and one comma, without whitespace. */
  bytes: Count;
  /** Lines in which this custom field was probably truncated at the classic limit; absent if there are none. */
  truncated?: Count;
  /** Present on the one entry that sums up the names beyond the limit. */
  rest?: true;
}

/** A line chosen to be shown, byte for byte as stored; as JSON if its values are counted. */
export interface Sample {
  object: string;
  /** Byte offset in the inflated object. */
  offset: Count;
  line: string;
}

/** Lines with examples. */
export interface ShownLines extends LineTotal {
  samples: readonly Sample[];
}

/** Lines that one condition alone drops, or alone keeps: those of its figure `soleBlocker` or `soleKeeper`. */
export interface ConditionSamples extends ShownLines {
  /** As in {@link ConditionCount}. */
  path: string;
  text: string;
  verdict: 'drop' | 'keep';
}

/** Lines that a selection keeps or leaves undecided. */
export interface SelectedLines {
  kept: ShownLines;
  undecided: ShownLines;
  /** A uniform sample of the kept lines, to count their values. Absent unless it was asked for. */
  valueLines?: readonly ValueLine[];
}

/** A line of a sample whose values are counted. */
export interface ValueLine extends Sample {
  /** Bytes of the stored line, with its line end. */
  bytes: number;
}

/** Why a condition was false although a looser comparison is true. */
export type HintKind = 'differs-by-case' | 'part-of-element';

/** Number of examined lines that a looser comparison of a condition matches. */
export interface Hint {
  path: string;
  kind: HintKind;
  lines: Count;
}

/** The effects of a filter's conditions. Absent with `counts`. */
export interface ConditionFigures {
  conditions: ConditionCount[];
  /** Fields that the filter tests and lines lack. */
  missingFields: FieldLines[];
  /** Fields that the filter tests and that are null in lines. */
  nullFields: FieldLines[];
  mismatches: FieldMismatch[];
  /** Looser comparisons that match, counted on a part of the lines: see {@link Report.examined}. */
  hints: Hint[];
}

/** The output of a job, after its `sample_rate`. */
export interface EmittedTotal extends LineTotal {
  /** Objects written; `bytes` are theirs before compression, with prefixes, suffixes and delimiters. */
  objects: Count;
  /** Fields that the job writes and lines lack, by name. */
  lacking: FieldLines[];
}

/** The verdicts of a filter. kept + dropped + undecided = lines read. */
export interface FilterTotals {
  kept: LineTotal;
  dropped: LineTotal;
  undecided: LineTotal;
}

/** The verdicts of a filter in one object. */
export interface ObjectTotals extends FilterTotals {
  name: string;
  /** Whether the object could not be read, or only in part: it may contain any number of further lines. */
  isLost: boolean;
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
  /** Present only if lines were written. */
  emitted?: EmittedTotal;
  samples: { kept: Sample[]; dropped: Sample[]; undecided: Sample[] };
  /** Of the conditions whose lines were asked for. */
  samplesFor?: ConditionSamples[];
}

/** Lines kept by exactly this set of jobs; the empty set contains the lines that no job keeps. */
export interface Overlap extends LineTotal {
  /** Indices into `jobs`, ascending. */
  jobs: number[];
}

/** Lines of some event times. */
export interface HourTotals extends LineTotal {
  /** By job, as in `jobs`. dropped = the rest. */
  jobs: { kept: LineTotal; undecided: LineTotal }[];
}

/** Lines of one hour of event time. */
export interface HourCount extends HourTotals {
  /** Start of the hour in UTC, RFC 3339: `2026-11-01T10:00:00Z`. */
  hour: string;
}

/** The hours of a report. */
export interface Hours {
  /**
   * Lines read by the hour of their event time, ascending; hours without lines are absent. The lines read that are neither in these nor
   * in `otherHours` have no readable time. Absent with `counts`.
   */
  hours: HourCount[];
  /** Lines of times outside the latest hours that are counted one by one, a year at most, or outside the years 0 to 9999; absent if there are none. */
  otherHours?: HourTotals;
}

/** Lines of every kind, and the problems in the data. */
export interface LineFigures {
  lines: LinesTotal;
  /** Lines that were examined for hints: those near the start of each object and a hashed share of the rest. */
  examined: number;
  problemCounts: Record<string, number>;
  problems: Problem[];
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
