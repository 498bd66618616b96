// The figures of a condition that alone decides lines: their names, their meanings, and which of them inform about a filter.
import type { ConditionCount } from '../../analysis/aggregates/index.ts';

/** A figure of a condition that alone decides lines. */
export interface SoleFigure {
  key: 'soleBlocker' | 'soleKeeper';
  /** As in the head of a table. */
  title: string;
  /** The group whose conditions the figure distinguishes; in the other kind of group, it is the same for all conditions. */
  group: 'and' | 'or';
  /** Begins with the title. */
  meaning: string;
}

export const SOLE_BLOCKER: SoleFigure = {
  key: 'soleBlocker',
  title: 'sole blocker',
  group: 'and',
  meaning: 'sole blocker: dropped lines that the filter would keep if this condition alone were true',
};

const SOLE_KEEPER: SoleFigure = {
  key: 'soleKeeper',
  title: 'sole keeper',
  group: 'or',
  meaning: 'sole keeper: kept lines that the filter would drop if this condition alone were false',
};

export const SOLE_FIGURES: readonly SoleFigure[] = [SOLE_BLOCKER, SOLE_KEEPER];

/** Returns the figures that inform about a filter. A single condition alone decides every line, so it has none. */
export function informativeFigures(conditions: readonly Pick<ConditionCount, 'path'>[] = []): SoleFigure[] {
  if (conditions.length < 2) return [];
  return SOLE_FIGURES.filter(({ group }) => conditions.some(({ path }) => path.includes(`.${group}[`)));
}

/** Returns what the figures of a filter mean that no earlier filter has. @param index of the filter */
export function newMeanings(filters: readonly { conditions?: readonly ConditionCount[] }[], index: number): string[] {
  const explained = filters.slice(0, index).flatMap(({ conditions }) => informativeFigures(conditions));
  return informativeFigures(filters[index]?.conditions)
    .filter((figure) => !explained.includes(figure))
    .map(({ meaning }) => meaning);
}
