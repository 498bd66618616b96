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
import { type FilterCosts, isMoney, judgeMoney, type MoneyGuard } from './judge-money.ts';
import { isChange, judgeThreshold, LINES_OF_GUARD, needsSpan } from './judge-threshold.ts';
import { unjudged } from './unanswered-guards.ts';

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
  /** `sample_rate` of its job; only costs depend on it. @default 1 */
  sampleRate?: number | undefined;
  /** Whether its job writes lines with other bytes than the source. @default false */
  changesBytes?: boolean | undefined;
}

/** What lines cost in a month, by price. */
export interface JudgedCosts {
  /** By filter. */
  filters: readonly FilterCosts[];
  /** Of all lines. */
  all: readonly MonthlyCost[];
  /** Of the old filter. @default all lines */
  before?: FilterCosts | undefined;
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
  /** Returns why a guard on money has no answer: `found …, expected …; …`. @default every guard has one */
  whyNoAnswer?: ((guard: MoneyGuard) => string | undefined) | undefined;
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
  { totals, extra, span, totalsInSpan = totals, costs, whyNoAnswer }: JudgedFigures,
): GuardResult[] {
  const counts = [...extra];
  return filters.flatMap(({ name, lacks, oldLacks }, index) =>
    guards.map((guard): GuardResult => {
      const found = (needsSpan(guard) ? totalsInSpan : totals)[index]!;
      const counted = countsLines(guard) ? counts.shift()! : undefined;
      const judge = (): Omit<GuardResult, 'job'> => {
        if (guard.kind !== 'threshold') return judgeNever(guard, found, counted!, undecidedOk);
        if (isMoney(guard)) {
          const reason = whyNoAnswer?.(guard);
          return reason === undefined ? judgeCosts(guard, index, costs!, undecidedOk) : unjudged(guard, reason);
        }
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

function judgeCosts(
  guard: MoneyGuard,
  index: number,
  { filters, all, before = { kept: all } }: JudgedCosts,
  undecidedOk: boolean,
): Omit<GuardResult, 'job'> {
  const counted = ({ kept, undecided }: FilterCosts): FilterCosts => (undecidedOk ? { kept } : { kept, undecided });
  return judgeMoney(guard, { after: counted(filters[index]!), before: counted(before), all });
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
