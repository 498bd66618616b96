// Builds the report of a comparison from the figures of its pass. Joins guards, costs, values and proofs; prints nothing.

import {
  type ComparedJob,
  type CompareReport,
  type Comparison,
  changedValues,
  type SourceCompleteness,
  type ValuesRequest,
} from '../../analysis/compare/index.ts';
import {
  byFilter,
  type CostDifference,
  type CostReport,
  NO_VERDICTS,
  type PushedLines,
} from '../../analysis/cost/index.ts';
import { pushChange, unjudgedGuards } from '../../analysis/guard/index.ts';
import type { Answers } from '../../analysis/query/index.ts';
import type { JobReport, Report } from '../../analysis/replay/index.ts';
import { NO_LINES } from '../../input/scan/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import { pushSettings } from '../../language/output/index.ts';
import { describeContradiction, withContradiction } from '../completeness/completeness.ts';
import { withFieldNames } from '../replay/field-names.ts';
import { pushReport } from '../replay/push-report.ts';
import { type GuardedFigures, minus, type ReplayGuards } from '../replay/replay-guards.ts';
import { noAnswerError, outcomeOf } from '../request/no-answer/no-answer-error.ts';
import { type ListedDifferences, shownOf } from './compare-listed.ts';
import type { SettledComparison } from './compare-request.ts';
import { type ComparedFilter, equalityOf, isReplayed } from './compared-filters.ts';
import { otherDatasetError } from './other-dataset-error.ts';
import { BOTH_DISABLED, changedEnabled, changedOptions } from './planned-options.ts';
import type { KnownOptions, PreparedComparison } from './prepared-comparison.ts';

/** A comparison after its pass. */
export interface ReplayedComparison extends PreparedComparison {
  guards: ReplayGuards;
  listing: SourceListing;
  found: ListedDifferences;
}

/** The results of a comparison. */
interface ComparedFigures {
  /** The old filter first. */
  filters: readonly ComparedFilter[];
  /** As {@link filters}. */
  jobs: readonly JobReport[];
  /** To the guards. */
  answers: Answers;
  report: Pick<Report, 'hours' | 'otherHours' | 'source'>;
  /** By job. */
  pushed: readonly PushedLines[];
  cost: CostReport | undefined;
  /** By new filter. */
  isUnchanged: readonly boolean[];
}

/** Builds the report. @param started of the run @throws HeadgateError `no-records`, `no-verdict`, `other-dataset` */
export async function comparisonReport(
  request: SettledComparison,
  replayed: ReplayedComparison,
  started: Date,
): Promise<CompareReport> {
  const { compared, set, by, guardSet, completeness, costs, guards, listing, found, options } = replayed;
  const { dataset, from, to } = compared;
  const report = withFieldNames(found.report, set.filters);
  await checkAnswer(request, replayed, report);
  const filters = [from, ...to];
  const counted = filters.map((filter) => jobOf(filter, set.filters, report));
  const { answers: figures } = found;
  const contradiction = completeness?.contradiction.of(figures);
  const costsSoFar = await costs.of(figures)({ report, jobs: counted, listing, differences: found.differences });
  const jobs = counted.map((job, index) => ({
    ...job,
    ...(options !== 'shown'
      ? {}
      : pushReport(
          filters[index]!.job,
          costsSoFar.pushed[index]!,
          (index > 0 ? from : to.length === 1 ? to[0] : undefined)?.job,
        )),
  }));
  // An interruption while sizes are measured leaves the lines as they are, without costs.
  report.partial ||= request.signal.aborted;
  const cost = report.partial ? undefined : costsSoFar;
  // Rates show the settings.
  const shown = options === 'shown' ? cost : undefined;
  const answers = completeness?.answers.map(
    (one): SourceCompleteness => ({
      ...(contradiction ? withContradiction(one, contradiction) : one),
      ...(options !== 'shown' && request.writtenBy === undefined ? { sampleRate: null } : {}),
    }),
  );
  const values = { by, dataset, searches: request.findsValues };
  return {
    ...{ version: 1, partial: report.partial, dataset: dataset.name, source: report.source, lines: report.lines, jobs },
    comparisons: comparisonsOf(from, to, found, values, shown?.differences).map((one, index) => ({
      ...{ ...one, ...jobChange(from, to[index]!, options), switched: switchedJob(from, to[index]!) },
      // No part of the filter changes if only its job is switched off or on.
      ...(from.job !== undefined && isSwitched(switchedJob(from, to[index]!)) ? { changes: [] } : {}),
      completeness: answers?.[index] ?? null,
    })),
    ...(report.hours === undefined
      ? {}
      : {
          hours: report.hours.map((hour) => ({
            ...hour,
            jobs: byFilter(filters.map(isReplayed), hour.jobs, NO_VERDICTS),
          })),
        }),
    ...(shown?.report === undefined ? {} : { cost: shown.report }),
    ...(guardSet.guards.length === 0
      ? {}
      : report.partial
        ? { unjudgedGuards: unjudgedGuards(guardSet) }
        : {
            guards: guards.judge({
              ...guardedFigures({
                ...{ filters, jobs, answers: figures, report },
                ...{ pushed: costsSoFar.judged, cost: cost?.report, isUnchanged: costsSoFar.isUnchanged },
              }),
              pushedBefore: costsSoFar.pushed.slice(1),
              doubt: contradiction && describeContradiction(contradiction, completeness!.source.writtenBy),
            }),
          }),
    problemCounts: report.problemCounts,
    problems: report.problems,
    timing: { started: started.toISOString(), seconds: (Date.now() - started.getTime()) / 1000 },
  };
}

/** Returns what guards judge. */
function guardedFigures({
  filters,
  jobs,
  answers,
  report,
  pushed,
  cost,
  isUnchanged,
}: ComparedFigures): GuardedFigures {
  const { hours, otherHours, source } = report;
  const other = otherHours && { ...otherHours, jobs: byFilter(filters.map(isReplayed), otherHours.jobs, NO_VERDICTS) };
  const [old, ...judged] = jobs;
  const outside = other?.jobs[0] ?? NO_VERDICTS;
  return {
    ...{ jobs: judged, answers, hours, lost: source.lost, pushed: pushed.slice(1) },
    otherHours: other && { ...other, jobs: other.jobs.slice(1) },
    costs: cost && {
      report: { ...cost, jobs: cost.jobs.slice(1) },
      old: {
        cost: cost.jobs[0]!,
        undecided: minus(old!.undecided, outside.undecided),
        push: pushSettings(filters[0]!.job),
        isUnchanged,
      },
    },
  };
}

async function checkAnswer(
  request: SettledComparison,
  { compared, compiled, listing, found, datasetLines }: ReplayedComparison,
  report: Report,
): Promise<void> {
  if (datasetLines !== undefined && report.lines.read > 0) {
    const { samples } = datasetLines.of(found.answers).kept;
    const other = otherDatasetError(samples, report.otherDatasets, compared.dataset);
    if (other !== undefined) throw other;
  }
  const error = await noAnswerError({
    ...{ ...request, verb: 'compare', dataset: compared.dataset, objects: listing.objects },
    other: report.otherDatasets,
    seen: { ...report.source, lines: report.lines, problems: report.problems },
    outcomes: (report.jobs ?? []).map((job, index) => outcomeOf(job, compiled[index]!.filter)),
    unclear: found.differences.map(({ undecided }) => undecided.lines),
  });
  if (error !== undefined) throw error;
}

function isSwitched(switched: Comparison['switched']): boolean {
  return switched === 'off' || switched === 'on';
}

function switchedJob({ job: before }: ComparedFilter, { job: after }: ComparedFilter): Comparison['switched'] {
  const [was, is] = [before, after].map((job) => pushSettings(job).enabled);
  if (was) return is ? null : 'off';
  if (!is) return 'stays-off';
  return after === undefined ? null : 'on';
}

/** How the settings of a job change beside its filter. */
function jobChange(
  { job: before }: ComparedFilter,
  { job: after }: ComparedFilter,
  options: KnownOptions,
): Pick<Comparison, 'sampleRateChange' | 'remarks'> {
  if (before === undefined || after === undefined || options === 'unknown')
    return { sampleRateChange: null, remarks: [] };
  const [from, to] = [pushSettings(before), pushSettings(after)];
  const isEnabled = from.enabled && to.enabled;
  return {
    sampleRateChange: isEnabled ? (pushChange(from, to) ?? null) : null,
    remarks: [
      ...changedEnabled(from.enabled, to.enabled),
      ...(from.enabled || to.enabled ? [] : [BOTH_DISABLED]),
      ...(from.enabled === to.enabled ? changedOptions(before, after, { isSensitive: options === 'sensitive' }) : []),
    ],
  };
}

/** The report of a filter; one that keeps no line was not replayed. */
function jobOf(
  filter: ComparedFilter,
  replayed: readonly Pick<ComparedFilter, 'name'>[],
  { jobs = [], lines }: Report,
): ComparedJob {
  const { name, dataset, isNamed: named = true } = filter;
  const index = replayed.findIndex((one) => one.name === name);
  const samples = { kept: [], dropped: [], undecided: [] };
  if (isReplayed(filter)) return { ...jobs[index]!, named, samples };
  const [other] = jobs;
  const bytes = other === undefined ? 0 : other.kept.bytes + other.dropped.bytes + other.undecided.bytes;
  return {
    ...{ name, dataset: dataset.name, filter: 'none', testedFields: [] },
    ...{ kept: NO_LINES, dropped: { lines: lines.read, bytes }, undecided: NO_LINES },
    named,
    samples,
  };
}

/** The comparisons, with the values of changed lines. */
function comparisonsOf(
  from: ComparedFilter,
  to: readonly ComparedFilter[],
  { differences, every, report }: ListedDifferences,
  options: Pick<ValuesRequest, 'by' | 'dataset' | 'searches'>,
  costs: readonly CostDifference[] | undefined,
): Comparison[] {
  const values = changedValues({
    ...options,
    all: { lines: report.lines.read, valueLines: every.valueLines ?? [] },
    changed: differences.flatMap(({ newlyDropped, newlyKept, editedFields }) =>
      [newlyDropped, newlyKept].map((lines) => ({ ...lines, editedFields })),
    ),
  });
  return differences.map((one, index): Comparison => {
    const { keptByBoth, neither, undecided, changes } = one;
    // A line with different verdicts is a witness: no proof is needed.
    const isSame = one.newlyDropped.lines + one.newlyKept.lines === 0;
    const equality = isSame ? equalityOf(from, to[index]!) : null;
    return {
      to: to[index]!.name,
      keptByBoth,
      onlyBefore: { ...shownOf(one.newlyDropped), ...values[2 * index]! },
      onlyAfter: { ...shownOf(one.newlyKept), ...values[2 * index + 1]! },
      ...{ neither, undecided, changes, equality, sampleRateChange: null, switched: null, remarks: [] },
      ...{ cost: costs?.[index] ?? null, completeness: null },
    };
  });
}
