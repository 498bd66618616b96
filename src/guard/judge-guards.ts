// Compares guards with the figures of a replay. Pure: reads no lines, prints nothing.
import { printCount } from '../base/index.ts';
import type { MonthlyCost } from '../cost/index.ts';
import {
  complementOf,
  type Filter,
  intersectionOf,
  type Selection,
  selectionOf,
  testedFields,
} from '../filter/index.ts';
import type { ExtraCount, FilterTotals, Sample, ShownSelection } from '../replay/index.ts';
import { describeNever } from './describe-guard.ts';
import type { ChangeFigure, Guard, GuardResult, NeverGuard, ThresholdGuard } from './guard.ts';
import type { GuardSet, TimeSpan } from './guard-set.ts';
import { isMoney, judgeMoney, withUndecided } from './judge-money.ts';
import { isChange, judgeThreshold, LINES_OF_GUARD, needsSpan } from './judge-threshold.ts';

/** A filter that guards judge. */
export interface JudgedFilter {
  name: string;
  /** Undefined: it keeps every line. `none`: it keeps no line. */
  filter: Filter | 'none' | undefined;
  /** The old filter, for guards on newly kept and newly dropped lines. @default those guards cannot be judged */
  replaces?: Selection | undefined;
  /** Why the source may lack lines that the filter keeps; what it keeps is then a lower bound. @default it lacks none */
  lacks?: string | undefined;
  /** As {@link lacks}, of the old filter. */
  oldLacks?: string | undefined;
}

/** What lines cost in a month, by price. */
export interface JudgedCosts {
  /** By filter. */
  filters: readonly (readonly MonthlyCost[])[];
  /** Of all lines. */
  all: readonly MonthlyCost[];
  /** Of the old filter, and its verdicts. @default all lines */
  before?: { costs: readonly MonthlyCost[]; totals: FilterTotals } | undefined;
  /** The first and the last hour count as whole hours: rates may be too low. @default false */
  edgesUnknown?: boolean | undefined;
}

/** The figures that guards judge. */
export interface JudgedFigures {
  /** By filter. */
  totals: readonly FilterTotals[];
  /** Of the selections that {@link guardedLines} returned. */
  extra: readonly ExtraCount[];
  /** Needed by rates such as `GB/day`. */
  span: TimeSpan | undefined;
  /** By filter, the totals of lines in the time of {@link span}. @default totals */
  totalsInSpan?: readonly FilterTotals[] | undefined;
  /** Needed by `cost` and `saves`. */
  costs?: JudgedCosts | undefined;
}

/**
 * Returns the lines that guards count beside verdicts. For a never-guard, those that break it: `not filter and expression` for `never-drop`,
 * `filter and expression` for `never-keep`. For newly kept or dropped lines, these lines. Lines for which that is unknown may count. Filters
 * first, in order.
 */
export function guardedLines({ guards }: GuardSet, filters: readonly JudgedFilter[]): ShownSelection[] {
  return filters.flatMap((filter) =>
    guards.filter(countsLines).map((guard) => ({ selection: selectionFor(guard, filter), samples: LINES_OF_GUARD })),
  );
}

/** Compares every guard with the figures of every filter. No guard holds for a filter that decides no line. */
export function judgeGuards(
  { guards, undecidedOk }: GuardSet,
  filters: readonly JudgedFilter[],
  { totals, extra, span, totalsInSpan = totals, costs }: JudgedFigures,
): GuardResult[] {
  const counts = [...extra];
  return filters.flatMap(({ name, lacks, oldLacks }, index) =>
    guards.map((guard): GuardResult => {
      const found = (needsSpan(guard) ? totalsInSpan : totals)[index]!;
      const counted = countsLines(guard) ? counts.shift()! : undefined;
      const judge = (): Omit<GuardResult, 'job'> => {
        if (guard.kind !== 'threshold') return judgeNever(guard, found, counted!, undecidedOk);
        if (isMoney(guard)) return judgeCosts(guard, index, totals[index]!, costs!, undecidedOk);
        return judgeThreshold(guard, found, { span, undecidedOk, changed: counted });
      };
      return { job: name, ...withLacking(guard, judge(), { lacks, oldLacks }), ...withoutVerdict(found) };
    }),
  );
}

/** Reports a guard as broken if lines that the source lacks may break it: with them, a filter keeps more and saves less. */
function withLacking(
  guard: Guard,
  result: Omit<GuardResult, 'job'>,
  { lacks, oldLacks }: Pick<JudgedFilter, 'lacks' | 'oldLacks'>,
): Omit<GuardResult, 'job'> {
  const reason = guard.kind === 'threshold' ? reasonToBreak(guard, lacks, oldLacks) : lacks;
  if (reason === undefined || !result.holds || guard.kind === 'never-drop') return result;
  return { ...result, holds: false, found: `${result.found}; ${reason}` };
}

/** A lower limit that holds also holds with more lines. */
function reasonToBreak(
  { figure, operator }: ThresholdGuard,
  lacks: string | undefined,
  oldLacks: string | undefined,
): string | undefined {
  const isFromBelow = operator === '>=' || operator === '>';
  const isFromAbove = operator === '<=' || operator === '<';
  switch (figure) {
    case 'kept':
    case 'kept-bytes':
    case 'newly-kept':
    case 'newly-kept-bytes':
    case 'cost':
      return isFromBelow ? undefined : lacks;
    case 'newly-dropped':
    case 'newly-dropped-bytes':
      return isFromBelow ? undefined : oldLacks;
    case 'saves':
      return (isFromAbove ? undefined : lacks) ?? (isFromBelow ? undefined : oldLacks);
    case 'dropped':
    case 'undecided':
      return undefined;
    default:
      throw new TypeError(`cannot judge a threshold: found the figure ${figure satisfies never}`);
  }
}

/** Undecided lines may be kept, and then cost something. */
function judgeCosts(
  guard: Parameters<typeof judgeMoney>[0],
  index: number,
  totals: FilterTotals,
  { filters, all, before }: JudgedCosts,
  undecidedOk: boolean,
): Omit<GuardResult, 'job'> {
  const widened = (costs: readonly MonthlyCost[], of: FilterTotals) =>
    withUndecided(costs, all, undecidedOk ? 0 : undecidedShare(of));
  return judgeMoney(
    guard,
    {
      after: widened(filters[index]!, totals),
      before: before === undefined ? all : widened(before.costs, before.totals),
      all,
    },
    !undecidedOk && totals.undecided.lines + (before?.totals.undecided.lines ?? 0) > 0,
  );
}

function undecidedShare({ kept, dropped, undecided }: FilterTotals): number {
  const shares = (['lines', 'bytes'] as const).map(
    (of) => undecided[of] / Math.max(1, kept[of] + dropped[of] + undecided[of]),
  );
  return Math.max(...shares);
}

/** Overrides a result that no verdict supports. */
function withoutVerdict({ kept, dropped, undecided }: FilterTotals): Partial<GuardResult> {
  if (kept.lines + dropped.lines > 0) return {};
  const found =
    undecided.lines === 0
      ? 'no line was read'
      : `the filter leaves every line undecided (${printCount(undecided.lines)})`;
  return { holds: false, found };
}

type CountingGuard = NeverGuard | (ThresholdGuard & { figure: ChangeFigure });

/** Whether a guard counts lines beside the verdicts of a filter. */
function countsLines(guard: Guard): guard is CountingGuard {
  return guard.kind !== 'threshold' || isChange(guard);
}

function selectionFor(guard: CountingGuard, { filter, replaces }: JudgedFilter): Selection {
  const kept = filter === 'none' ? filter : selectionOf(filter);
  if (guard.kind !== 'threshold') {
    return intersectionOf(guard.kind === 'never-drop' ? complementOf(kept) : kept, selectionOf(guard.filter));
  }
  if (replaces === undefined) throw new TypeError(`cannot judge ${guard.text}: found no old filter`);
  const isKept = guard.figure === 'newly-kept' || guard.figure === 'newly-kept-bytes';
  return isKept ? intersectionOf(kept, complementOf(replaces)) : intersectionOf(replaces, complementOf(kept));
}

function judgeNever(
  guard: NeverGuard,
  totals: FilterTotals,
  { kept, undecided }: ExtraCount,
  undecidedOk: boolean,
): Omit<GuardResult, 'job'> {
  const read = totals.kept.lines + totals.dropped.lines + totals.undecided.lines;
  const lines: Sample[] = [...kept.samples, ...(undecidedOk ? [] : undecided.samples)].slice(0, LINES_OF_GUARD);
  const holds = kept.lines === 0 && (undecidedOk || undecided.lines === 0);
  return {
    ...{ kind: guard.kind, guard: guard.text, holds },
    found: describeNever(guard, read, { breaking: kept, undecided: undecided.lines, undecidedOk }),
    ...{ value: kept.lines, undecided: undecided.lines, lines, testedFields: testedFields(guard.filter) },
  };
}
