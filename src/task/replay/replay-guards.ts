// Joins guards with a replay: what to count for them, and their results. Used by every task that judges a filter.
import { HeadgateError, MS_PER_HOUR, NS_PER_MS, nearest, printHours, printPlural } from '../../base/index.ts';
import { type CostReport, coveredHours, MIN_COVERED_HOURS, type Price, UNNAMED_PRICE } from '../../cost/index.ts';
import {
  type GuardResult,
  type GuardSet,
  guardedLines,
  isChange,
  isMoney,
  type JudgedCosts,
  type JudgedFilter,
  judgeGuards,
  needsSpan,
  type TimeSpan,
} from '../../guard/index.ts';
import type { ExtraCount, FilterTotals, HourTotals, JobReport, Report, ShownSelection } from '../../replay/index.ts';
import { batchTimes, coveredSpan } from '../../run/covered-span.ts';
import type { SettledLogs } from '../../run/logs-request.ts';
import type { SourceListing } from '../../run/sources.ts';
import type { LineTotal } from '../../scan/index.ts';

/** Where guards judge. */
export interface GuardedRun {
  listing: SourceListing;
  range: SettledLogs['range'];
  /** @default none: guards on money are rejected */
  prices?: readonly Price[] | undefined;
}

/** The figures of a run. */
export interface GuardedFigures {
  /** Of the judged filters. */
  jobs: readonly JobReport[];
  /** Of {@link ReplayGuards.selections}. */
  extra: readonly ExtraCount[];
  hours: Report['hours'] | undefined;
  /** By job, as in {@link jobs}. */
  otherHours: HourTotals | undefined;
  /** Objects that were not read completely. */
  lost: Report['source']['lost'];
  /** What lines cost. Undefined: not known. */
  costs?: JudgedCosts | undefined;
}

/** Guards of a replay, before it reads. */
export interface ReplayGuards {
  /** What to count in the pass of the filters. */
  selections: readonly ShownSelection[];
  /** Whether a guard needs the hours of the lines: the replay must count them at every level of detail. */
  needsHours: boolean;
  /**
   * Compares the guards with the figures.
   * @throws HeadgateError `guard-no-cost` for a guard on money if costs are not known
   */
  judge(figures: GuardedFigures): GuardResult[];
}

/**
 * Prepares guards.
 * @throws HeadgateError `guard-no-span` for a rate if the time that the objects cover is not known, `guard-no-price` for a guard on money
 * without its price, `guard-no-comparison` for a guard on changed lines without an old filter
 */
export function prepareGuards(
  set: GuardSet,
  filters: readonly JudgedFilter[],
  { listing, range, prices = [] }: GuardedRun,
): ReplayGuards {
  checkPrices(set, prices);
  checkComparison(set, filters);
  const needsHours = set.guards.some(needsSpan);
  const byName = needsHours ? coveredSpan(listing.objects, range) : undefined;
  return {
    selections: guardedLines(set, filters),
    needsHours,
    judge: ({ jobs, extra, hours, otherHours, lost, costs }) => {
      if (costs === undefined && set.guards.some(isMoney)) throw noCost();
      if (costs?.edgesUnknown === true) checkAmounts(set, costs);
      checkStoredPrices(set, prices, [...jobs, ...(costs?.before === undefined ? [] : [costs.before.totals])]);
      return judgeGuards(set, filters, {
        ...{ totals: jobs, extra },
        span: byName && (spanOfHours(hours, lost, { listing, range }) ?? byName),
        totalsInSpan: otherHours && jobs.map((job, index) => without(job, otherHours, index)),
        costs,
      });
    },
  };
}

/** Returns the costs of a replay for guards: what filters save is compared with all lines. */
export function costsOf(cost: CostReport | undefined): JudgedCosts | undefined {
  if (cost === undefined) return undefined;
  const { jobs, all, covered } = cost;
  return { filters: jobs.map(({ money }) => money), all: all.money, edgesUnknown: covered.edgesUnknown };
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

function minus(a: LineTotal, b: LineTotal): LineTotal {
  return { lines: a.lines - b.lines, bytes: a.bytes - b.bytes };
}

function checkPrices({ guards }: GuardSet, prices: readonly Price[]): void {
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

/** Undecided lines are not compressed: their stored size has no upper limit that a guard can use. */
function checkStoredPrices(
  { guards, undecidedOk }: GuardSet,
  prices: readonly Price[],
  totals: readonly FilterTotals[],
): void {
  const undecided = Math.max(0, ...totals.map((total) => total.undecided.lines));
  if (undecidedOk || undecided === 0) return;
  for (const guard of guards.filter(isMoney)) {
    const stored = prices.find(
      ({ name, parts }) => (guard.price ?? name) === name && parts.some(({ of }) => of === 'stored'),
    );
    if (stored === undefined) continue;
    throw new HeadgateError(
      'guard-no-cost',
      `cannot judge --guard '${guard.text}': found ${printPlural(undecided, 'undecided line')}, whose stored size is not measured, expected none with the price ${JSON.stringify(stored.name)} for stored bytes; use a guard on another price, or --undecided-ok`,
    );
  }
}

/** An amount per month depends on the covered time. A share of money does not, nor do lines that cost nothing. */
function checkAmounts({ guards }: GuardSet, { filters }: JudgedCosts): void {
  const isFree = filters.every((costs) => costs.every(({ amount }) => amount?.high === 0));
  const guard = guards.filter(isMoney).find(({ figure, unit }) => unit !== '%' && !(figure === 'cost' && isFree));
  if (guard === undefined) return;
  throw new HeadgateError(
    'guard-no-span',
    `cannot judge --guard '${guard.text}': found no times in the names of the objects, so that the first and the last hour count as whole hours, expected the time that the lines cover; add --since and --until`,
  );
}

function noCost(): HeadgateError {
  return new HeadgateError(
    'guard-no-cost',
    `cannot judge a guard on money: found no event times that cover ${printHours(MIN_COVERED_HOURS)} or more, expected lines with times; add the time field to the source`,
  );
}
