// Builds the report of a comparison from the figures of its pass. Joins guards, costs, values and proofs; prints nothing.

import {
  type ComparedJob,
  type CompareReport,
  type Comparison,
  changedValues,
  type SourceCompleteness,
  type WriterContradiction,
} from '../../analysis/compare/index.ts';
import { byName, NO_VERDICTS } from '../../analysis/cost/index.ts';
import { pushChange, unjudgedGuards } from '../../analysis/guard/index.ts';
import type { Report } from '../../analysis/replay/index.ts';
import { NO_LINES } from '../../input/scan/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import { pushSettings } from '../../language/output/index.ts';
import { describeContradiction, withContradiction } from '../completeness/completeness.ts';
import { withFieldNames } from '../replay/field-names.ts';
import { pushReport } from '../replay/push-report.ts';
import type { ReplayGuards } from '../replay/replay-guards.ts';
import { noAnswerError, outcomeOf } from '../request/no-answer/no-answer-error.ts';
import { deliveredChange, type ListedDifferences, shownOf } from './compare-listed.ts';
import { type ComparedCosts, jobNamed } from './compared-costs.ts';
import { type ComparedFilter, equalityOf } from './compared-filters.ts';
import { BOTH_DISABLED, changedEnabled, changedOptions } from './planned-options.ts';
import type { KnownOptions, ResolvedComparison, ResolvedRun } from './resolved-comparison.ts';

/** A comparison after its pass. */
export interface ReplayedComparison {
  comparison: ResolvedComparison;
  guards: ReplayGuards;
  listing: SourceListing;
  found: ListedDifferences;
}

/** The figures of a comparison, and the costs that they lead to. */
interface CostedComparison extends ReplayedComparison {
  report: Report;
  costs: ComparedCosts;
  /** Why the job that is said to have written the source did not. */
  contradiction: WriterContradiction | undefined;
}

/** Builds the report. @param started of the run @throws HeadgateError `no-records`, `no-verdict`, `other-dataset` */
export async function comparisonReport(
  run: ResolvedRun,
  replayed: ReplayedComparison,
  started: Date,
): Promise<CompareReport> {
  const { comparison, found, listing } = replayed;
  const { compared, set, completeness, options } = comparison;
  const report = withFieldNames(found.report, set.filters);
  await checkAnswer(run, replayed, report);
  const { differences, answers } = found;
  const contradiction = completeness?.contradiction.of(answers);
  const costs = await comparison.costs.of(answers)({ report, listing, differences });
  // An interruption while sizes are measured leaves the lines as they are, without costs.
  report.partial ||= run.signal.aborted;
  // Rates show the settings.
  const shown = options === 'shown' && !report.partial ? costs : undefined;
  const costed = { ...replayed, report, costs, contradiction };
  const jobs = jobsOf(costed);
  const { partial, source, lines, problemCounts, problems } = report;
  return {
    ...{ version: 1, partial, dataset: compared.dataset.name, source, lines, jobs },
    comparisons: comparisonsOf(run, costed, shown),
    ...(report.hours === undefined ? {} : { hours: hoursOf(comparison, report) }),
    ...(shown?.report === undefined ? {} : { cost: shown.report }),
    ...guardsIn(costed, jobs),
    ...{ problemCounts, problems },
    timing: { started: started.toISOString(), seconds: (Date.now() - started.getTime()) / 1000 },
  };
}

/** The old filter and the new ones, with what their jobs push. A filter that keeps no line was not replayed. */
function jobsOf({ comparison, report, costs }: CostedComparison): ComparedJob[] {
  const { from, to } = comparison.compared;
  const [other] = report.jobs ?? [];
  const bytes = other === undefined ? 0 : other.kept.bytes + other.dropped.bytes + other.undecided.bytes;
  const [only, ...more] = to;
  return [from, ...to].map(({ name, dataset, job, isNamed: named = true }, index) => {
    const compared = index > 0 ? from : more.length === 0 ? only : undefined;
    return {
      ...(jobNamed(report, name) ?? {
        ...{ name, dataset: dataset.name, filter: 'none', testedFields: [] },
        ...{ kept: NO_LINES, dropped: { lines: report.lines.read, bytes }, undecided: NO_LINES },
      }),
      ...{ named, samples: { kept: [], dropped: [], undecided: [] } },
      ...(comparison.options === 'shown' && pushReport(job, costs.pushed[index]!, compared?.job)),
    };
  });
}

/** The verdicts of all filters by hour. */
function hoursOf({ compared: { from, to } }: ResolvedComparison, report: Report): NonNullable<CompareReport['hours']> {
  return report.hours!.map((hour) => {
    const counted = byName(report, hour.jobs);
    return { ...hour, jobs: [from, ...to].map(({ name }) => counted.get(name) ?? NO_VERDICTS) };
  });
}

/** What guards answer; nothing without guards. @param jobs the old one first */
function guardsIn(
  { comparison, guards, found, report, costs, contradiction }: CostedComparison,
  [, ...judged]: readonly ComparedJob[],
): Pick<CompareReport, 'guards' | 'unjudgedGuards'> {
  const { guardSet, completeness } = comparison;
  if (guardSet.guards.length === 0) return {};
  if (report.partial) return { unjudgedGuards: unjudgedGuards(guardSet) };
  const { hours, otherHours, source } = report;
  const outside = otherHours && byName(report, otherHours.jobs);
  return {
    guards: guards.judge({
      ...{ jobs: judged, answers: found.answers, hours, lost: source.lost, ...costs.guarded },
      otherHours: otherHours && {
        ...otherHours,
        jobs: judged.map(({ name }) => outside!.get(name) ?? NO_VERDICTS),
      },
      doubt: contradiction && describeContradiction(contradiction, completeness!.source.writtenBy),
    }),
  };
}

async function checkAnswer(
  run: ResolvedRun,
  { comparison: { compared, compiled, otherDataset }, listing, found }: ReplayedComparison,
  report: Report,
): Promise<void> {
  const { lines, problems, source, jobs = [], otherDatasets } = report;
  const other = lines.read > 0 ? otherDataset?.of(found.answers)(otherDatasets) : undefined;
  if (other !== undefined) throw other;
  const error = await noAnswerError({
    ...{ ...run, verb: 'compare', dataset: compared.dataset, objects: listing.objects, other: otherDatasets },
    seen: { ...source, lines, problems },
    outcomes: compiled.map(({ name, filter }) => outcomeOf(jobs.find((job) => job.name === name)!, filter)),
    unclear: found.differences.map(({ undecided }) => undecided.lines),
  });
  if (error !== undefined) throw error;
}

/** The comparisons, with the values of changed lines. */
function comparisonsOf(
  { findsValues, writtenBy }: ResolvedRun,
  { comparison, found, report, contradiction }: CostedComparison,
  shown: ComparedCosts | undefined,
): Comparison[] {
  const { by, options, completeness, transitions } = comparison;
  const { dataset, from, to } = comparison.compared;
  const { differences, every } = found;
  const changed = differences.flatMap(({ newlyDropped, newlyKept, editedFields }) =>
    [newlyDropped, newlyKept].map((lines) => ({ lines, editedFields })),
  );
  const values = changedValues({
    ...{ by, dataset, searches: findsValues, all: { lines: report.lines.read, valueLines: every.valueLines ?? [] } },
    changed: changed.map(({ lines, editedFields }) => ({ ...lines, editedFields })),
  });
  const valuesOf = new Map(changed.map(({ lines }, index) => [lines, values[index]!]));
  const completenessOf = (filter: ComparedFilter): SourceCompleteness | null => {
    const one = completeness?.answers.get(filter);
    if (one === undefined) return null;
    const hidesRate = options !== 'shown' && writtenBy === undefined;
    return { ...(contradiction ? withContradiction(one, contradiction) : one), ...(hidesRate && { sampleRate: null }) };
  };
  return to.map((filter, index): Comparison => {
    const { newlyDropped, newlyKept, keptByBoth, neither, undecided, changes } = differences[index]!;
    const transition = transitions[index]?.of(found.answers);
    // A line with different verdicts is a witness: no proof is needed.
    const isSame = newlyDropped.lines + newlyKept.lines === 0;
    const switched = switchedJob(from, filter);
    const { sampleRateChange, remarks } = jobChange(from, filter, options);
    // No part of the filter changes if only its job is switched off or on.
    const isSwitched = from.job !== undefined && (switched === 'off' || switched === 'on');
    return {
      ...{ to: filter.name, keptByBoth },
      onlyBefore: { ...shownOf(newlyDropped), ...valuesOf.get(newlyDropped)! },
      onlyAfter: { ...shownOf(newlyKept), ...valuesOf.get(newlyKept)! },
      ...{ neither, undecided, changes: isSwitched ? [] : changes, equality: isSame ? equalityOf(from, filter) : null },
      ...(transition && { delivered: deliveredChange(transition, every) }),
      ...{ sampleRateChange, switched, remarks },
      ...{ cost: shown?.differences[index] ?? null, completeness: completenessOf(filter) },
    };
  });
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
