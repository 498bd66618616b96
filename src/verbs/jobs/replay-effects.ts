// Replays the old and the new filters of jobs over stored lines, all in one pass: what each change would keep and drop, and whether guards
// hold for each new filter. Changes and prints nothing.
import type { FilterTotals } from '../../analysis/aggregates/index.ts';
import { type CostReport, NO_VERDICTS, PUSHES_ALL, type PushedShare, pushedLines } from '../../analysis/cost/index.ts';
import { type GuardRequest, type GuardSet, LINES_OF_GUARD } from '../../analysis/guard/index.ts';
import type { NamedFilter } from '../../analysis/query/index.ts';
import type { JobReport, Report } from '../../analysis/replay/index.ts';
import { abortable, HeadgateError } from '../../base/index.ts';
import { NO_LINES } from '../../input/scan/index.ts';
import { INTERRUPTED, listSources, type SourceListing } from '../../input/sources/index.ts';
import { type Dataset, getDataset } from '../../language/dataset/index.ts';
import { readFilter, type Selection, selectionOf } from '../../language/filter/index.ts';
import type { Job } from '../../language/job/index.ts';
import { compareListed, shownOf } from '../compare/compare-listed.ts';
import { type ComparedCosts, type PlannedCosts, prepareCosts } from '../compare/compared-costs.ts';
import type { ComparedFilter } from '../compare/compared-filters.ts';
import { askContradiction, describeContradiction, guardedSource } from '../completeness/completeness.ts';
import { type GuardedCosts, minus, prepareGuards } from '../replay/replay-guards.ts';
import { checkCount } from '../request/check-value.ts';
import { ignore, type LogsRequest, settleLogs, settleThreads, type ThreadsRequest } from '../request/logs-request.ts';
import { compileFilters } from '../request/named-filters.ts';
import { noAnswerErrorOfReplay } from '../request/no-answer/no-answer-error.ts';
import { guardsFor, type LoadedGuards, readGuards } from '../request/read-guards.ts';
import type { PriceRequest } from '../request/read-prices.ts';
import type { WritingJob } from '../request/written-by/written-by.ts';
import type { FilterEffect } from './filter-effect.ts';

/** A change of a job's filter. */
export interface FilterReplacement {
  /** Name of the job. */
  job: string;
  /** The filter in force: the text of the job. Undefined, null or empty: it keeps every line. */
  from?: string | null | undefined;
  /** The filter after the change, as {@link from}. */
  to?: string | null | undefined;
  /** The job does not exist yet: there is no filter in force. @default false */
  isNew?: boolean | undefined;
  /** What the job pushes after the change. @default every kept line */
  push?: PushedShare | undefined;
  /** What it pushes before. @default as {@link push} */
  replacesPush?: PushedShare | undefined;
  /** The job before and after the change, for costs. @default lines are written as they are, to an unknown destination */
  jobBefore?: Job | undefined;
  jobAfter?: Job | undefined;
  /** Whether the job has pushed the lines of the source. @default false */
  isOwn?: boolean | undefined;
}

/** Changes of filters, the logs to try them on, and guards for each new filter. */
export interface ReplayEffectsRequest extends GuardRequest, LogsRequest, PriceRequest, ThreadsRequest {
  /** Of all jobs. */
  dataset: string;
  replacements: readonly FilterReplacement[];
  /** Jobs that pushed the lines: how their CSV is read, and the default of `sources`. @default none */
  pushedBy?: readonly Job[] | undefined;
  /** The job that wrote the source, if it did not push every line: lines that it dropped are missing there. @default none */
  writer?: WritingJob | undefined;
  /** Takes the place of the guards. @default they are read */
  loadedGuards?: LoadedGuards | undefined;
  /** Lines shown of those newly kept, and as many of those newly dropped. @default 5 */
  samples?: number | undefined;
  /** Called once, before an object is read. Its warnings are about sources and guards. */
  onListing?: ((listing: SourceListing) => void) | undefined;
}

/** A {@link FilterReplacement} with its filters. */
interface ReadReplacement extends Pick<FilterReplacement, 'push' | 'replacesPush'> {
  to: NamedFilter;
  /** Undefined: the job is new. */
  from: NamedFilter | undefined;
}

/**
 * Replays all filters.
 * @returns the effects, in the order of the replacements
 * @throws InvalidFilterError for filters with errors other than the platform's limits; InvalidGuardError; HeadgateError if a source cannot be
 * reached, and `no-records` or `no-verdict` if there is no line that one of the new filters decides. An interrupted run: `interrupted`
 */
export async function replayEffects(request: ReplayEffectsRequest): Promise<FilterEffect[]> {
  const { samples = LINES_OF_GUARD, onListing = ignore } = request;
  checkCount('samples', samples, 0);
  const logs = { ...settleLogs(request), ...settleThreads(request) };
  const { range, nullAs, signal } = logs;
  const dataset = getDataset(request.dataset);
  const read = request.replacements.map((one) => readReplacement(one, dataset));
  const filters = read.flatMap(({ to, from }) => (from === undefined ? [to] : [to, from]));
  compileFilters(filters, nullAs);
  const { loadedGuards } = request;
  const guardSet = loadedGuards
    ? guardsFor(loadedGuards, dataset)
    : await abortable(readGuards(request, dataset), signal);
  const costs = await Promise.all(
    read.map((one, index) => plannedCosts(request, logs, one, request.replacements[index]!, guardSet)),
  );
  const listing = await listSources(logs, request.pushedBy ?? []);
  listing.warnings.push(...guardSet.warnings);
  const guards = read.map(({ to, from, push, replacesPush }, index) => {
    const [replaces, kept] = selectionsOf({ from, to, push, replacesPush });
    const filter = kept === 'every' ? undefined : kept;
    const prices = costs[index]?.prices;
    return prepareGuards(guardSet, [{ name: to.name, filter, replaces, push, replacesPush }], {
      ...{ listing, range, prices },
      source: request.writer && guardedSource(request.writer, dataset),
    });
  });
  const asksContradiction = request.writer && askContradiction(request.writer, dataset);
  onListing(listing);
  const found = await compareListed({
    ...{ ...logs, verb: 'replay', dataset, listing, samples, detail: 'no-fields', findsEdits: false, valueLines: 0 },
    comparisons: read.map((one, index) => {
      const { to, from } = one;
      const [before, after] = selectionsOf(one);
      return {
        filters: from === undefined ? [to] : [to, from],
        pairs: from === undefined ? [] : [{ from: before, to: after }],
        asked: [guards[index], costs[index], asksContradiction].flatMap((asked) => asked?.aggregates ?? []),
      };
    }),
  });
  if (found.some(({ report }) => report.partial)) {
    const names = read.map(({ to }) => to.name).join(', ');
    throw new HeadgateError(INTERRUPTED, `interrupted while replaying the filters of ${names}: nothing was compared`, {
      kind: 'interrupted',
    });
  }
  for (const [index, { report }] of found.entries()) {
    const { to } = read[index]!;
    const set = { dataset, filters: [to], warnings: [] };
    const verb = read.length === 1 ? 'replay' : `replay the filter of ${to.name}`;
    const ofNew = { ...report, jobs: report.jobs!.slice(0, 1) };
    const error = await noAnswerErrorOfReplay(ofNew, verb, { ...logs, set, objects: listing.objects });
    if (error !== undefined) throw error;
  }
  return await Promise.all(
    found.map(async ({ report, differences, answers }, index): Promise<FilterEffect> => {
      const { source, lines, hours, otherHours, jobs = [] } = report;
      const [after, before] = jobs as [JobReport, JobReport?];
      const [difference] = differences;
      const { push = PUSHES_ALL, replacesPush = push } = read[index]!;
      const contradiction = asksContradiction?.of(answers);
      const found = await costs[index]?.of(answers)({ ...inOrder(report), listing, differences });
      const measured = found?.pushed ?? [];
      const { isOwn = false } = request.replacements[index]!;
      const sampled = { sampleRate: request.writer?.sampleRate };
      return {
        ...{ job: request.replacements[index]!.job, source, lines },
        from: before === undefined ? null : totalsOf(before),
        to: totalsOf(after),
        pushed: {
          // Lines in the destination of the job are those that it has sampled.
          from:
            before === undefined
              ? null
              : (measured[0] ??
                (isOwn
                  ? pushedLines(before.kept, { ...replacesPush, sampleRate: 1 })
                  : pushedLines(before.kept, replacesPush, null, sampled))),
          to: measured[1] ?? pushedLines(after.kept, push, null, sampled),
        },
        newlyKept: difference === undefined ? null : shownOf(difference.newlyKept),
        newlyDropped: difference === undefined ? null : shownOf(difference.newlyDropped),
        undecided: difference?.undecided ?? after.undecided,
        missingFields: after.missingFields ?? [],
        guards: guards[index]!.judge({
          ...{ jobs: [after], answers, hours, otherHours, lost: source.lost },
          doubt: contradiction && describeContradiction(contradiction, request.writer!.name),
          pushed: found?.judged.slice(1),
          pushedBefore: found?.pushed.slice(1),
          costs: found?.report && guardedCosts(found.report, report, read[index]!, found.isUnchanged),
        }),
        ...(request.price === undefined && request.otherUsage === undefined ? {} : costsOf(found)),
      };
    }),
  );
}

/** Prepares the costs of a change. @returns undefined without a price @throws as `readPrices` */
async function plannedCosts(
  { price, otherUsage, replacements, dataset, writer }: ReplayEffectsRequest,
  logs: ReturnType<typeof settleLogs>,
  { to, from }: ReadReplacement,
  { jobBefore, jobAfter, isOwn = false }: FilterReplacement,
  { guards }: GuardSet,
): Promise<PlannedCosts | undefined> {
  // The bytes that a job writes are measured for a guard on them.
  const needsBytes = guards.some((guard) => guard.kind === 'threshold' && guard.figure.endsWith('-bytes'));
  if (price === undefined && otherUsage === undefined && !needsBytes) return undefined;
  const filter = (named: NamedFilter, job: Job | undefined): ComparedFilter => ({
    ...{ ...named, job },
    selection: selectionOf(named.reading.filter),
  });
  const compared = {
    from:
      from === undefined
        ? { ...filter(to, undefined), name: nameInForce(to.name), selection: 'none' as const }
        : filter(from, jobBefore),
    to: [filter(to, jobAfter)],
  };
  const request = { ...logs, price, otherUsage, isApart: replacements.length > 1 };
  return await prepareCosts(
    request,
    { ...compared, dataset: getDataset(dataset), warnings: [] },
    { sampleRate: writer?.sampleRate, isOwn: [isOwn, false] },
  );
}

/** The report with the filter in force first, as costs take it. A new job replaces one that keeps no line. */
function inOrder(report: Report): { report: Report; jobs: JobReport[] } {
  const { jobs = [], otherHours } = report;
  const ordered = jobs.toReversed();
  return {
    report: {
      ...{ ...report, jobs: ordered },
      ...(otherHours === undefined ? {} : { otherHours: { ...otherHours, jobs: otherHours.jobs.toReversed() } }),
    },
    jobs:
      ordered.length > 1
        ? ordered
        : [{ ...ordered[0]!, name: nameInForce(ordered[0]!.name), kept: NO_LINES, undecided: NO_LINES }, ...ordered],
  };
}

function guardedCosts(
  cost: CostReport,
  { jobs = [], otherHours }: Report,
  { from, replacesPush }: ReadReplacement,
  isUnchanged: readonly boolean[],
): GuardedCosts {
  const [, before] = jobs;
  const { undecided } = otherHours?.jobs[1] ?? NO_VERDICTS;
  return {
    report: { ...cost, jobs: cost.jobs.slice(1) },
    old: {
      cost: cost.jobs[0]!,
      undecided: from === undefined || before === undefined ? NO_LINES : minus(before.undecided, undecided),
      push: replacesPush ?? PUSHES_ALL,
      isUnchanged,
    },
  };
}

function costsOf(found: ComparedCosts | undefined): Pick<FilterEffect, 'cost' | 'costDifference'> {
  const [difference] = found?.differences ?? [];
  return found?.report === undefined || difference === undefined
    ? {}
    : { cost: found.report, costDifference: difference };
}

/** The lines that the job pushes before and after, sampling aside: none of a disabled job, unless it is disabled before and after. */
function selectionsOf({ from, to, push, replacesPush }: ReadReplacement): [Selection, Selection] {
  const [before, after] = [from === undefined || replacesPush?.enabled !== false, push?.enabled !== false];
  const isKept = !before && !after;
  return [
    from !== undefined && (before || isKept) ? selectionOf(from.reading.filter) : 'none',
    after || isKept ? selectionOf(to.reading.filter) : 'none',
  ];
}

function readReplacement(
  { job, from, to, isNew = false, push, replacesPush }: FilterReplacement,
  dataset: Dataset,
): ReadReplacement {
  return {
    ...{ push, replacesPush },
    to: namedFilter(job, to, dataset),
    from: isNew ? undefined : namedFilter(nameInForce(job), from, dataset),
  };
}

function nameInForce(job: string): string {
  return `${job} (in force)`;
}

/** The platform accepted the filter in force, and the caller has checked the new one: limits are not checked again. */
function namedFilter(name: string, text: string | null | undefined, dataset: Dataset): NamedFilter {
  const reading = readFilter(text, dataset, { source: 'job', isSent: false });
  return { name, dataset, reading, job: undefined, jobProblems: [] };
}

function totalsOf({ kept, dropped, undecided }: JobReport): FilterTotals {
  return { kept, dropped, undecided };
}
