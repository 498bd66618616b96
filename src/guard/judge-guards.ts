// Compares guards with the figures of a replay. Pure: reads no lines, prints nothing.
import { printCount } from '../base/index.ts';
import { complementOf, type Filter, intersectionOf, selectionOf, testedFields } from '../filter/index.ts';
import type { ExtraCount, FilterTotals, Sample, ShownSelection } from '../replay/index.ts';
import { describeNever } from './describe-guard.ts';
import type { GuardResult, NeverGuard } from './guard.ts';
import type { GuardSet, TimeSpan } from './guard-set.ts';
import { judgeThreshold } from './judge-threshold.ts';

/** Maximum number of lines shown for a broken guard. */
export const LINES_OF_GUARD = 5;

/** A filter that guards judge. */
export interface JudgedFilter {
  name: string;
  /** Undefined: it keeps every line. `none`: it keeps no line. */
  filter: Filter | 'none' | undefined;
}

/** The figures that guards judge. */
export interface JudgedFigures {
  /** By filter. */
  totals: readonly FilterTotals[];
  /** Of the selections that {@link breakersOf} returned. */
  extra: readonly ExtraCount[];
  /** Needed by rates such as `GB/day`. */
  span: TimeSpan | undefined;
}

/**
 * Returns the lines that break each never-guard of each filter: `not filter and expression` for `never-drop`, `filter and expression` for
 * `never-keep`. Lines for which that is unknown may break it. Filters first, in order.
 */
export function breakersOf({ guards }: GuardSet, filters: readonly JudgedFilter[]): ShownSelection[] {
  return filters.flatMap(({ filter }) =>
    guards.filter(isNever).map((guard) => ({ selection: breakerOf(guard, filter), samples: LINES_OF_GUARD })),
  );
}

/** Compares every guard with the figures of every filter. No guard holds for a filter that decides no line. */
export function judgeGuards(
  { guards, undecidedOk }: GuardSet,
  filters: readonly JudgedFilter[],
  { totals, extra, span }: JudgedFigures,
): GuardResult[] {
  const counts = [...extra];
  return filters.flatMap(({ name }, index) =>
    guards.map((guard): GuardResult => {
      const found = totals[index]!;
      const result =
        guard.kind === 'threshold'
          ? judgeThreshold(guard, found, { span, undecidedOk })
          : judgeNever(guard, found, counts.shift()!, undecidedOk);
      return { job: name, ...result, ...withoutVerdict(found) };
    }),
  );
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

function isNever(guard: GuardSet['guards'][number]): guard is NeverGuard {
  return guard.kind !== 'threshold';
}

function breakerOf(guard: NeverGuard, filter: JudgedFilter['filter']): ShownSelection['selection'] {
  const kept = filter === 'none' ? filter : selectionOf(filter);
  return intersectionOf(guard.kind === 'never-drop' ? complementOf(kept) : kept, selectionOf(guard.filter));
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
