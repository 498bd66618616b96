// Joins guards with a replay: what to count for them, and their results. Used by every verb that judges a filter.
import type { Aggregate, FilterTotals, HourTotals } from '../../analysis/aggregates/index.ts';
import {
  batchTimes,
  type CostReport,
  costBefore,
  costsIfKept,
  coveredHours,
  coveredSpan,
  type Estimated,
  type JobCost,
  MIN_COVERED_HOURS,
  type MonthlyCost,
  type Price,
  PUSHES_ALL,
  type PushedLines,
  type PushedShare,
  type TimeSpan,
  UNNAMED_PRICE,
} from '../../analysis/cost/index.ts';
import {
  type FilterCosts,
  type GuardedSource,
  type GuardResult,
  type GuardSet,
  guardAggregates,
  isChange,
  isMoney,
  type JudgedCosts,
  type JudgedFilter,
  judgeGuards,
  type MoneyGuard,
  needsSpan,
  overIncomplete,
  type TransformedBatches,
  transformedTotals,
} from '../../analysis/guard/index.ts';
import type { Answers } from '../../analysis/query/index.ts';
import type { JobReport, Report } from '../../analysis/replay/index.ts';
import { HeadgateError, MS_PER_HOUR, NS_PER_MS, nearest, printHours } from '../../base/index.ts';
import type { LineTotal } from '../../input/scan/index.ts';
import type { SourceListing } from '../../input/sources/index.ts';
import { testedFields } from '../../language/filter/index.ts';
import { describeLacks } from '../request/index-difference.ts';
import type { ResolvedLogs } from '../request/logs-request.ts';
import { rejectWithheld } from '../request/withheld-fields.ts';

/** Where guards judge. */
export interface GuardedRun {
  listing: SourceListing;
  range: ResolvedLogs['range'];
  /** @default none: guards on money are rejected */
  prices?: readonly Price[] | undefined;
  /** The job that wrote the source. @default unknown: the source has every line */
  source?: GuardedSource | undefined;
}

/** The figures of a run. */
export interface GuardedFigures {
  /** Of the judged filters. */
  jobs: readonly JobReport[];
  /** To {@link ReplayGuards.aggregates}. */
  answers: Answers;
  hours: Report['hours'] | undefined;
  /** By job, as in {@link jobs}. */
  otherHours: HourTotals | undefined;
  /** Objects that were not read completely. */
  lost: Report['source']['lost'];
  /** By job, what it pushes. @default computed from its verdicts */
  pushed?: readonly (PushedLines | undefined)[] | undefined;
  /** As in the report, of the lines before the source was sampled. */
  pushedBefore?: readonly (PushedLines | undefined)[] | undefined;
  /** What lines cost. Undefined: not known. */
  costs?: GuardedCosts | undefined;
  /** Why the job of {@link GuardedRun.source} did not write the source. @default it did */
  doubt?: string | undefined;
}

/** The costs of a run. */
export interface GuardedCosts {
  /** Its jobs are those of {@link GuardedFigures}. */
  report: CostReport;
  /** The old filter. @default none: filters are compared with all lines */
  old?: OldCosts | undefined;
}

interface OldCosts {
  cost: JobCost;
  /** In the covered hours. */
  undecided: LineTotal;
  /** What its job pushes. */
  push: PushedShare;
  /** By filter, whether it pushes the same bytes. */
  isUnchanged: readonly boolean[];
}

/** Guards of a replay, before it reads. */
export interface ReplayGuards {
  /** What to count in the pass of the filters. */
  aggregates: readonly Aggregate[];
  /** Whether a guard needs the hours of the lines: the replay must count them at every level of detail. */
  needsHours: boolean;
  /** Compares the guards with the figures. A guard on money has no answer if its costs are not known. */
  judge(figures: GuardedFigures): GuardResult[];
}

/**
 * Prepares guards.
 * @throws HeadgateError `index-without` for a guard on a field that an index does not have, `guard-no-span` for a rate if the time that the objects cover is not known, `guard-no-price` for a guard on money
 * without its price, `guard-no-comparison` for a guard on changed lines without an old filter
 */
export function prepareGuards(
  set: GuardSet,
  filters: readonly JudgedFilter[],
  { listing, range, prices = [], source }: GuardedRun,
): ReplayGuards {
  for (const guard of set.guards) {
    if (guard.kind !== 'threshold')
      rejectWithheld(`judge --${guard.kind} '${guard.text}' by`, testedFields(guard.filter), listing);
  }
  checkPrices(set, prices);
  checkComparison(set, filters);
  const needsHours = set.guards.some(needsSpan);
  const byName = needsHours ? coveredSpan(listing.objects, range) : undefined;
  return {
    aggregates: guardAggregates(set, filters),
    needsHours,
    judge: ({ jobs: reported, answers, hours, otherHours, lost, pushed, pushedBefore, costs, doubt }) => {
      const jobs = reported.map((job) => ({ ...job, ...transformedTotals(job, job.transformer) }));
      const judged = costs && judgedCosts(costs, filters, { jobs, otherHours }, prices);
      const results = judgeGuards(set, filters, {
        ...{
          totals: jobs,
          linesOf: (asked) => asked.of(answers),
          pushed: pushed?.map((one, index) => one && ofBatches(one, reported[index]!)),
          pushedBefore: pushedBefore?.map((one, index) => one && ofBatches(one, reported[index]!)),
          source: source && { ...source, doubt },
        },
        span: byName && (spanOfHours(hours, lost, { listing, range }) ?? byName),
        totalsInSpan:
          otherHours &&
          reported.map((job, index) => {
            const inSpan = without(job, otherHours, index);
            return transformedTotals(inSpan, job.transformer && partOf(job.transformer, inSpan.kept, job.kept));
          }),
        costs: judged,
        whyNoAnswer: (guard) => whyNoAnswer(guard, costs?.report, judged),
      });
      return overIncomplete(results, describeLacks(listing.indexes));
    },
  };
}

function judgedCosts(
  { report, old }: GuardedCosts,
  filters: readonly JudgedFilter[],
  { jobs, otherHours }: Pick<GuardedFigures, 'jobs' | 'otherHours'>,
  prices: readonly Price[],
): JudgedCosts {
  const undecided = jobs.map(
    (job, index) => (otherHours === undefined ? job : without(job, otherHours, index)).undecided,
  );
  const before = old && filterCosts({ ...report, jobs: [old.cost] }, [{ ...old, kept: old.undecided }], prices)[0];
  const kept = filters.map((filter, index) => ({ ...filter, kept: undecided[index]! }));
  const after = filterCosts(report, kept, prices).map((one, index) => ({
    ...one,
    isUnchanged: old?.isUnchanged[index],
  }));
  return { filters: after, all: report.all.money, before };
}

/** @param undecided by job of the report */
function filterCosts(
  report: CostReport,
  undecided: readonly { kept: LineTotal; push?: PushedShare | undefined }[],
  prices: readonly Price[],
): FilterCosts[] {
  const more = undecided.map((one) => ({ kept: one.kept, push: one.push ?? PUSHES_ALL }));
  return costsIfKept(more, report, prices).map((costs, index) => ({
    kept: report.jobs[index]!.money,
    unfiltered: costBefore(report.jobs[index]!, report),
    undecided: { lines: undecided[index]!.kept.lines, costs },
  }));
}

/** By event time, as the costs of a replay; undefined if the first and the last hour may not be covered completely. */
function spanOfHours(
  hours: GuardedFigures['hours'],
  lost: GuardedFigures['lost'],
  { listing, range }: GuardedRun,
): TimeSpan | undefined {
  const covered = hours && coveredHours(hours, { range, batches: batchTimes(listing.objects, lost) });
  if (covered === undefined || covered.edgesUnknown) return undefined;
  const [since, until] = [covered.since, covered.until].map((time) => BigInt(Date.parse(time)) * NS_PER_MS);
  return { since: since!, until: until!, ms: Math.round(covered.hours * MS_PER_HOUR) };
}

/** The outcomes of a transformer for a part of the lines that reach it: hours are not counted by outcome, so each has the share of all. */
function partOf(totals: TransformedBatches, part: LineTotal, all: LineTotal): TransformedBatches {
  const share = all.lines === 0 ? 0 : part.lines / all.lines;
  const scaled = ({ lines, bytes }: LineTotal): LineTotal => ({
    lines: Math.round(lines * share),
    bytes: Math.round(bytes * share),
  });
  const { kept, dropped, failing, undecided, batches } = totals;
  return {
    ...{ kept: scaled(kept), dropped: scaled(dropped), failing: scaled(failing), undecided: scaled(undecided) },
    batches: { taken: scaled(batches.taken) },
  };
}

/** Removes the records of failing batches from what a job pushes, by the share of their lines. Written records have none of them. */
function ofBatches(pushed: PushedLines, { emitted, transformer }: JobReport): PushedLines {
  if (transformer === undefined || emitted !== undefined || transformer.batches.taken.lines === 0) return pushed;
  const { kept, batches } = transformer;
  const left = kept.lines - batches.taken.lines;
  // The division comes last: a share would round whole lines.
  const part = ({ value, low, high }: Estimated): Estimated => ({
    ...{ value: (value * left) / kept.lines, low: (low * left) / kept.lines, high: (high * left) / kept.lines },
  });
  return { lines: part(pushed.lines), bytes: pushed.bytes && part(pushed.bytes) };
}

/** Removes the lines of other hours, which are in no covered time. */
function without(totals: FilterTotals, other: HourTotals, job: number): FilterTotals {
  const { kept, undecided } = other.jobs[job]!;
  const dropped = minus(minus(other, kept), undecided);
  return {
    kept: minus(totals.kept, kept),
    dropped: minus(totals.dropped, dropped),
    undecided: minus(totals.undecided, undecided),
  };
}

/** Subtracts totals. */
export function minus(a: LineTotal, b: LineTotal): LineTotal {
  return { lines: a.lines - b.lines, bytes: a.bytes - b.bytes };
}

/** @throws HeadgateError `guard-no-price` for a guard on money without its price */
export function checkPrices({ guards }: GuardSet, prices: readonly Price[]): void {
  for (const guard of guards) {
    if (!isMoney(guard)) continue;
    if (prices.length === 0) {
      throw new HeadgateError(
        'guard-no-price',
        `cannot judge --guard '${guard.text}': found no price, expected --price with a price such as 0.50/GB`,
      );
    }
    if (guard.price === undefined || prices.some(({ name }) => name === guard.price)) continue;
    const found = `cannot judge --guard '${guard.text}': found no price ${JSON.stringify(guard.price)}, expected`;
    const names = prices.map(({ name }) => name);
    if (names.length === 1 && names[0] === UNNAMED_PRICE) {
      const fixed = guard.text.replace(/\s*\[.*?\]/, '');
      throw new HeadgateError('guard-no-price', `${found} no name, because --price has one price; write ${fixed}`);
    }
    const near = nearest(guard.price, names);
    const fix = near === undefined ? '' : `; write ${guard.figure}[${near}]`;
    throw new HeadgateError('guard-no-price', `${found} one of ${names.join(', ')}${fix}`);
  }
}

function checkComparison({ guards }: GuardSet, filters: readonly JudgedFilter[]): void {
  const guard = guards.find(isChange);
  if (guard === undefined || filters.every(({ replaces }) => replaces !== undefined)) return;
  throw new HeadgateError(
    'guard-no-comparison',
    `cannot judge --guard '${guard.text}': found no old filter, expected one to compare with; use headgate compare --from FILTER --to FILTER`,
  );
}

/** An amount per month depends on the covered time. A share of money does not, nor do lines that cost nothing. */
function whyNoAnswer(
  { figure, unit }: MoneyGuard,
  cost: CostReport | undefined,
  judged: JudgedCosts | undefined,
): string | undefined {
  if (cost === undefined || judged === undefined) {
    return `found no event times that cover ${printHours(MIN_COVERED_HOURS)} or more, expected lines with times over a longer range; add the time field to the source, or read more of it`;
  }
  const isFree = judged.filters.every(({ kept, undecided }) =>
    [kept, undecided === undefined || undecided.lines === 0 ? [] : undecided.costs].every(areFree),
  );
  if (!cost.covered.edgesUnknown || unit === '%' || (figure === 'cost' && isFree)) return undefined;
  return 'found no times in the names of the objects, so that the first and the last hour count as whole hours, expected the time that the lines cover; add --since and --until';
}

function areFree(costs: readonly MonthlyCost[]): boolean {
  return costs.every(({ amount }) => amount?.high === 0);
}
