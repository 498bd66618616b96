// Replays the old and the new filters of jobs over stored lines, each with its transformer, all in one pass: what each change would keep, drop and
// deliver, and whether guards hold for what is new. Changes and prints nothing.
import type { FilterTotals } from '../../analysis/aggregates/index.ts';
import type { DeliveredChange } from '../../analysis/compare/index.ts';
import {
  byName,
  type CostDifference,
  type CostReport,
  PUSHES_ALL,
  type PushedLines,
  type PushedShare,
  pushedLines,
} from '../../analysis/cost/index.ts';
import { type GuardRequest, type GuardResult, type GuardSet, LINES_OF_GUARD } from '../../analysis/guard/index.ts';
import { askTransitions, type NamedFilter, type ShownLines } from '../../analysis/query/index.ts';
import type { JobReport, Report, TransformReport } from '../../analysis/replay/index.ts';
import { abortable, HeadgateError } from '../../base/index.ts';
import type { LineTotal } from '../../input/scan/index.ts';
import { INTERRUPTED, listSources, type SourceListing } from '../../input/sources/index.ts';
import { type Dataset, getDataset } from '../../language/dataset/index.ts';
import { readFilter, type Selection, selectionOf } from '../../language/filter/index.ts';
import type { Job } from '../../language/job/index.ts';
import { compareListed, deliveredChange, type ListedDifferences, shownOf } from '../compare/compare-listed.ts';
import { type ComparedCostQuestion, jobNamed, resolveCosts } from '../compare/compared-costs.ts';
import type { ComparedFilter } from '../compare/compared-filters.ts';
import { askContradiction, describeContradiction, guardedSource } from '../completeness/completeness.ts';
import { prepareGuards, type ReplayGuards } from '../replay/replay-guards.ts';
import { checkCount } from '../request/check-value.ts';
import {
  ignore,
  type LogsRequest,
  type ResolvedLogs,
  resolveLogs,
  type ThreadsRequest,
} from '../request/logs-request.ts';
import { compileFilters } from '../request/named-filters.ts';
import { type TransformerSql, transformerOf } from '../request/named-transformer.ts';
import { noAnswerErrorOfReplay } from '../request/no-answer/no-answer-error.ts';
import { guardsFor, type LoadedGuards, readGuards } from '../request/read-guards.ts';
import type { PriceRequest } from '../request/read-prices.ts';
import { rejectWithheld } from '../request/withheld-fields.ts';
import type { WritingJob } from '../request/written-by/written-by.ts';

/** What would change on the lines of a source if `to` replaced `from`. */
export interface FilterEffect {
  /** Name of the job. */
  job: string;
  source: Report['source'];
  lines: Report['lines'];
  /** Null: the job is new. */
  from: FilterTotals | null;
  to: FilterTotals;
  /** What the job pushes of the kept lines before and after the change. Null: the job is new. */
  pushed: { from: PushedLines | null; to: PushedLines };
  /** Kept by the new filter, dropped by the old one. Null without an old job. */
  newlyKept: ShownLines | null;
  /** Dropped by the new filter, kept by the old one. Null without an old job. */
  newlyDropped: ShownLines | null;
  /** Lines for which one of the two filters is undecided. */
  undecided: LineTotal;
  /** Fields that the new filter tests and lines lack. */
  missingFields: readonly { name: string; lines: number }[];
  /** What transformers do with the kept lines before and after; null: the job has none. Absent if it has none before and after. */
  transformers?: { from: TransformReport | null; to: TransformReport | null };
  /** Lines on which the transformer fails before and after, none of a disabled job; `from` is null if the one before cannot be replayed. As {@link transformers}. */
  failing?: { from: number | null; to: number };
  /** What changes of the delivered records. As {@link transformers}. */
  delivered?: DeliveredChange;
  guards: readonly GuardResult[];
  /** What the job costs: before, and after. Absent without a price, and if there are no rates. */
  cost?: CostReport;
  /** What it costs more after the change. As {@link cost}. */
  costDifference?: CostDifference;
}

/** A change of a job's filter. */
export interface FilterReplacement {
  /** Name of the job. */
  job: string;
  /** The filter in force: the text of the job. Undefined, null or empty: it keeps every line. */
  from?: string | null | undefined;
  /** The filter after the change, as {@link from}. */
  to?: string | null | undefined;
  /** What transforms the lines that each filter keeps: valid SQL. @default nothing */
  transformerBefore?: TransformerSql | undefined;
  transformerAfter?: TransformerSql | undefined;
  /** Nothing in force can be replayed: the job does not exist yet, or headgate cannot read its live SQL. @default false */
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

/** Changes of filters and transformers, the logs to try them on, and guards for each new filter. */
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
interface ReadReplacement extends FilterReplacement {
  filter: NamedFilter;
  /** Undefined: the job is new. */
  old: NamedFilter | undefined;
}

type ResolvedEffects = Awaited<ReturnType<typeof resolve>>;

type ResolvedChange = ResolvedEffects['changes'][number];

async function resolve(request: ReplayEffectsRequest) {
  const { samples = LINES_OF_GUARD, onListing = ignore, loadedGuards, writer, pushedBy = [] } = request;
  checkCount('samples', samples, 0);
  const logs = resolveLogs(request);
  const { signal } = logs;
  const dataset = getDataset(request.dataset);
  const read = await Promise.all(request.replacements.map((one) => readReplacement(one, dataset)));
  compileFilters(
    read.flatMap(({ filter, old }) => (old === undefined ? [filter] : [filter, old])),
    logs.nullAs,
  );
  const guardSet = loadedGuards
    ? guardsFor(loadedGuards, dataset)
    : await abortable(readGuards(request, dataset), signal);
  const changes = await Promise.all(
    read.map(async (one) => ({ ...one, costs: await costsOf({ ...request, ...logs }, one, guardSet) })),
  );
  const contradiction = writer && askContradiction(writer, dataset);
  return {
    ...{ ...logs, samples, onListing, dataset, writer, pushedBy, guardSet, changes, contradiction },
    hasPrices: request.price !== undefined,
  };
}

/**
 * Replays all filters.
 * @returns the effects, in the order of the replacements
 * @throws InvalidFilterError for filters with errors other than the platform's limits; InvalidGuardError; HeadgateError if a source cannot be
 * reached, and `no-records` or `no-verdict` if there is no line that one of the new filters decides. An interrupted run: `interrupted`
 */
export async function replayEffects(request: ReplayEffectsRequest): Promise<FilterEffect[]> {
  const resolved = await resolve(request);
  const { dataset, samples, writer, guardSet, range, changes, contradiction } = resolved;
  const listing = await listSources(resolved, resolved.pushedBy);
  listing.warnings.push(...guardSet.warnings);
  const source = writer && guardedSource(writer, dataset);
  const guarded = changes.map((one) => {
    const { filter, old, costs, push, replacesPush } = one;
    const [replaces, kept] = selectionsOf(one);
    const [transformer, replacesTransformer] = [filter.transformer?.text, old?.transformer?.text];
    for (const side of [filter, old])
      rejectWithheld('transform', side?.transformer?.reading.transformer?.fields ?? [], listing);
    const judged = {
      ...{ name: filter.name, filter: kept === 'every' ? undefined : kept, replaces, replacesPush },
      ...{ transformer, replacesTransformer },
      // The records that a transformer delivers are other bytes than were read.
      push: transformer === undefined ? push : { ...(push ?? PUSHES_ALL), changesBytes: true },
    };
    return { ...one, guards: prepareGuards(guardSet, [judged], { listing, range, prices: costs?.prices, source }) };
  });
  resolved.onListing(listing);
  const found = await compareListed({
    ...{ ...resolved, verb: 'replay', listing, samples, detail: 'no-fields', findsEdits: false, valueLines: 0 },
    comparisons: guarded.map((one) => {
      const [from, to] = selectionsOf(one);
      return {
        filters: one.old === undefined ? [one.filter] : [one.old, one.filter],
        pairs: one.old === undefined ? [] : [{ from, to }],
        asked: [one.guards, one.costs, contradiction, transitionsOf(one)].flatMap((asked) => asked?.aggregates ?? []),
      };
    }),
  });
  const names = changes.map(({ filter }) => filter.name);
  if (found.some(({ report }) => report.partial)) {
    throw new HeadgateError(
      INTERRUPTED,
      `interrupted while replaying the filters of ${names.join(', ')}: nothing was compared`,
      { kind: 'interrupted' },
    );
  }
  const replayed = guarded.map((change, index) => ({ change, found: found[index]! }));
  for (const { change, found } of replayed) {
    const set = { dataset, filters: [change.filter], warnings: [] };
    const verb = names.length === 1 ? 'replay' : `replay the filter of ${change.filter.name}`;
    const ofNew = { ...found.report, jobs: [jobNamed(found.report, change.filter.name)!] };
    const error = await noAnswerErrorOfReplay(ofNew, verb, { ...resolved, set, objects: listing.objects });
    if (error !== undefined) throw error;
  }
  return await Promise.all(replayed.map((one) => effectOf(resolved, one, listing)));
}

/** The effect of a change, from the figures of the pass. */
async function effectOf(
  { writer, contradiction, hasPrices }: ResolvedEffects,
  { change, found }: { change: ResolvedChange & { guards: ReplayGuards }; found: ListedDifferences },
  listing: SourceListing,
): Promise<FilterEffect> {
  const { report, answers, differences } = found;
  const { source, lines, hours, otherHours } = report;
  const { filter, old, guards, isOwn = false, push = PUSHES_ALL, replacesPush = push } = change;
  const after = jobNamed(report, filter.name)!;
  const before = old && jobNamed(report, old.name)!;
  const [difference] = differences;
  const doubt = contradiction?.of(answers);
  const costs = await change.costs?.of(answers)({ report, listing, differences });
  const [pushedBefore, pushedAfter] = costs?.pushed ?? [];
  const sampled = { sampleRate: writer?.sampleRate };
  // Lines in the destination of the job are those that it has sampled.
  const pushedOld = (kept: JobReport['kept']) =>
    isOwn ? pushedLines(kept, { ...replacesPush, sampleRate: 1 }) : pushedLines(kept, replacesPush, null, sampled);
  const cost = hasPrices && costs?.report;
  const [costDifference] = costs?.differences ?? [];
  const transitions = transitionsOf(change);
  return {
    ...{ job: change.job, source, lines },
    from: before === undefined ? null : totalsOf(before),
    to: totalsOf(after),
    pushed: {
      from: before === undefined ? null : (pushedBefore ?? pushedOld(deliveredOf(before))),
      to: pushedAfter ?? pushedLines(deliveredOf(after), push, null, sampled),
    },
    newlyKept: difference === undefined ? null : shownOf(difference.newlyKept),
    newlyDropped: difference === undefined ? null : shownOf(difference.newlyDropped),
    undecided: difference?.undecided ?? after.undecided,
    missingFields: after.missingFields ?? [],
    ...(transitions && {
      transformers: { from: before?.transformer ?? null, to: after.transformer ?? null },
      failing: { from: failingOf(before, replacesPush), to: failingOf(after, push) },
      delivered: deliveredChange(transitions.of(answers), found.every),
    }),
    guards: guards.judge({
      ...{ jobs: [after], answers, hours, lost: source.lost, ...costs?.guarded },
      otherHours: otherHours && {
        ...otherHours,
        jobs: [byName(report, otherHours.jobs).get(filter.name)!],
      },
      doubt: doubt && describeContradiction(doubt, writer!.name),
    }),
    ...(cost && costDifference && { cost, costDifference }),
  };
}

function failingOf(job: JobReport | undefined, { enabled }: PushedShare): number {
  return enabled === false ? 0 : (job?.transformer?.failing.lines ?? 0);
}

/** The lines that a job pushes, sampling aside: with a transformer, the records that it delivers. */
function deliveredOf({ kept, transformer }: JobReport): LineTotal {
  return transformer?.delivered ?? kept;
}

/** Asks what changes of the delivered records. @returns undefined without a transformer before and after */
function transitionsOf(change: ReadReplacement): ReturnType<typeof askTransitions> | undefined {
  const [transformer, replaced] = [change.filter.transformer?.text, change.old?.transformer?.text];
  if (transformer === undefined && replaced === undefined) return undefined;
  const [from, to] = selectionsOf(change);
  return askTransitions({ selection: from, transformer: replaced }, { selection: to, transformer });
}

/** Asks for the costs of a change. @returns undefined without a price, and without a guard that needs them @throws as `readPrices` */
async function costsOf(
  request: ReplayEffectsRequest & ResolvedLogs,
  { filter, old, jobBefore, jobAfter, isOwn, replacesPush }: ReadReplacement,
  { guards }: GuardSet,
): Promise<ComparedCostQuestion | undefined> {
  const { price, replacements, writer } = request;
  // The bytes that a job writes are measured for a guard on them.
  const needsBytes = guards.some((guard) => guard.kind === 'threshold' && guard.figure.endsWith('-bytes'));
  if (price === undefined && !needsBytes) return undefined;
  const compared = (named: NamedFilter, job: Job | undefined): ComparedFilter => ({
    ...{ ...named, job, isReplayed: true },
    selection: selectionOf(named.reading.filter),
  });
  const none = { ...compared(filter, undefined), name: nameInForce(filter.name), isReplayed: false };
  const from = old === undefined ? { ...none, selection: 'none' as const } : compared(old, jobBefore);
  return await resolveCosts(
    request,
    { dataset: filter.dataset, from: { ...from, isOwn }, to: [compared(filter, jobAfter)] },
    { isApart: replacements.length > 1, sampleRate: writer?.sampleRate, oldPush: replacesPush },
  );
}

/** The lines that the job pushes before and after, sampling aside: none of a disabled job, unless it is disabled before and after. */
function selectionsOf({ old, filter, push, replacesPush }: ReadReplacement): [Selection, Selection] {
  const [before, after] = [old === undefined || replacesPush?.enabled !== false, push?.enabled !== false];
  const isKept = !before && !after;
  return [
    old !== undefined && (before || isKept) ? selectionOf(old.reading.filter) : 'none',
    after || isKept ? selectionOf(filter.reading.filter) : 'none',
  ];
}

async function readReplacement(change: FilterReplacement, dataset: Dataset): Promise<ReadReplacement> {
  const { job, from, to, isNew = false, transformerBefore, transformerAfter, jobBefore, jobAfter } = change;
  const read = async (name: string, text: typeof to, sql: TransformerSql | undefined, of: Job | undefined) => ({
    ...namedFilter(name, text, dataset),
    ...(sql && { transformer: await transformerOf(sql, dataset, of?.outputOptions) }),
  });
  return {
    ...change,
    filter: await read(job, to, transformerAfter, jobAfter),
    old: isNew ? undefined : await read(nameInForce(job), from, transformerBefore, jobBefore),
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
