// The comparison of filters over stored lines as data, in the shape that `compare --format json` prints (version 1). Types only.
import type { LineTotal } from '../../input/scan/index.ts';
import type { RecordDomain, Witness } from '../../language/logic/index.ts';
import type { PushSettings } from '../../language/output/index.ts';
import type { HourCount, Transitions } from '../aggregates/index.ts';
import type { CostDifference, CostReport, PushedLines } from '../cost/index.ts';
import type { GuardResult, UnjudgedGuard } from '../guard/index.ts';
import type { ShownLines } from '../query/index.ts';
import type { JobReport, Report } from '../replay/index.ts';
import type { AbsentField } from './values/value-table.ts';

/** An edit between two filters, by meaning: the order of conditions and of values in a list does not count. */
export interface FilterChange {
  kind: 'added' | 'removed' | 'changed';
  /** Place in the old filter; null if added. */
  fromPath: string | null;
  /** Place in the new filter; null if removed. */
  toPath: string | null;
  /** The old part as an expression; null if added. */
  from: string | null;
  /** The new part as an expression; null if removed. */
  to: string | null;
  /** Of a list: the values that were added and removed, as JSON. Null for any other edit. */
  values: { added: string[]; removed: string[] } | null;
  /** Newly dropped lines that the new filter would keep if only this change were reverted. */
  drops: LineTotal;
  /** Newly kept lines that the new filter would drop if only this change were reverted. */
  keeps: LineTotal;
}

/** A value that is more frequent among changed lines than among the rest. */
export interface DistinguishingValue {
  field: string;
  /** How the field is compared with `value`. `contains`: an element of a list. `atLeast` and `below`: numbers. */
  test: 'equals' | 'startsWith' | 'contains' | 'atLeast' | 'below';
  /** The value as JSON. */
  value: string;
  /** Share of the changed lines that have the value, 0 to 1, and its error: in at least 95 of 100 samples the true share is at most that far away (0: every line was counted). */
  share: number;
  shareError: number;
  /** The same of all lines read. */
  shareOfAll: number;
  shareOfAllError: number;
}

/** The values of a field that `--by` asks for, among changed lines. */
export interface FieldValues {
  field: string;
  /** Most frequent first. */
  values: DistinguishingValue[];
  /** Share of the changed lines whose value is not listed. */
  rest: number;
  /** Absent if one of the lines whose values were counted, changed or not, has the field. */
  absent?: AbsentField;
}

/** Lines that only one of the filters keeps. */
export interface ChangedLines extends ShownLines {
  /** Lines whose values were counted; fewer than `lines` if they are a random sample. */
  examined: number;
  /** The most distinguishing values, of different fields. */
  values: DistinguishingValue[];
  /** In the order of `--by`; empty without it. */
  by: FieldValues[];
}

/** Whether the source can contain every line that the new filter keeps. */
export interface SourceCompleteness {
  /** Name of the job that wrote the source. */
  writtenBy: string;
  /** Its `sample_rate`. Below 1, the source is a sample, and the figures are a lower bound. Null: sensitive. */
  sampleRate: number | null;
  /** `complete`: proven. `lower-bound`: the witness shows a line that may be missing, or the source is a sample. `unknown`: not decided. */
  answer: 'complete' | 'lower-bound' | 'unknown';
  witness?: Witness;
  /** Conditions of the job's filter that drop lines which the new filter keeps. */
  conditions: { path: string; text: string }[];
  /** Fields that the new filter tests and the job does not push: lines are undecided wherever such a field matters. */
  missingFields: string[];
  /** Why the question was not decided. */
  reason?: string;
  /** What shows that the job, with these settings, did not write every line. Absent if nothing does. */
  contradiction?: WriterContradiction;
  /** The job is disabled: the source can contain only what it pushed before. Absent if it is not. */
  isWriterDisabled?: true;
}

/** What shows that a job did not write every line of the source. */
export interface WriterContradiction {
  /** Lines for which its filter is false. */
  falseLines: number;
  /** All lines read. */
  lines: number;
  /** Fields of the dataset that are in a sample of the lines, and that the job does not push. */
  fields: string[];
}

/**
 * What changes of the delivered records. newlyDelivered + newlyLost + changed + unchanged + undecided + neither = lines read; `newlyFailing` are a part
 * of `newlyLost`.
 */
export interface DeliveredChange extends Transitions {
  /** Delivered neither before nor after. */
  neither: LineTotal;
}

/** The old filter against one new filter. keptByBoth + onlyBefore + onlyAfter + neither + undecided = lines read. */
export interface Comparison {
  /** Name of the new filter. */
  to: string;
  keptByBoth: LineTotal;
  /** Newly dropped: the old filter keeps them, the new one drops them. */
  onlyBefore: ChangedLines;
  /** Newly kept. */
  onlyAfter: ChangedLines;
  neither: LineTotal;
  /** At least one of the two filters is undecided. */
  undecided: LineTotal;
  changes: FilterChange[];
  /** What changes of the delivered records. Absent if neither filter has a transformer. */
  delivered?: DeliveredChange;
  /** The records for which both filters are proven equal, whether the source contains them or not; null if that is not proven. */
  equality: RecordDomain | null;
  /** How the job of the new filter pushes another share of the lines that both filters keep; null if it does not, or if a filter has no job. */
  sampleRateChange: 'lower' | 'higher' | null;
  /** Whether the job is switched off or on, or stays disabled: its filter is then compared as if it were enabled. Null: none of these. */
  switched: 'off' | 'on' | 'stays-off' | null;
  /** How the settings of the job change beside the filter. */
  remarks: string[];
  /** After minus before; null if the lines cover no known time, or if sensitive settings decide it. */
  cost: CostDifference | null;
  /** Null without `--written-by`. */
  completeness: SourceCompleteness | null;
}

/** A filter over the lines. */
export interface ComparedJob extends JobReport {
  /** Whether the name is that of a job, of a file, `all` or `none`; else it is `before` or `after`. */
  named: boolean;
  /** As in a replay. Absent without a job. */
  push?: PushSettings;
  pushed?: PushedLines;
  remarks?: string[];
}

/** The whole report. */
export interface CompareReport {
  version: 1;
  partial: boolean;
  dataset: string;
  source: Report['source'];
  lines: Report['lines'];
  /** The old filter first, then the new ones, with their conditions. */
  jobs: ComparedJob[];
  /** One for each new filter. */
  comparisons: Comparison[];
  hours?: HourCount[];
  cost?: CostReport;
  guards?: GuardResult[];
  /** The guards of an interrupted run, which were not judged. Absent otherwise, and without guards. */
  unjudgedGuards?: UnjudgedGuard[];
  problemCounts: Report['problemCounts'];
  problems: Report['problems'];
  timing?: Report['timing'];
}
