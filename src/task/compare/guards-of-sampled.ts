// Guards of a job whose sample_rate changes. Guards judge the filter alone; a job that begins to push a smaller sample loses lines that its
// filter keeps, so a guard against that loss does not hold. Reads no lines.
import { type GuardResult, parseGuard, type ThresholdGuard } from '../../guard/index.ts';
import type { FilterTotals } from '../../replay/index.ts';

/** The `sample_rate` of a job. */
export interface SampleRates {
  before: number;
  after: number;
}

/** How a sample_rate changes. */
export type SampleRateChange = 'lower' | 'higher';

/** Returns how the rate changes; undefined if it does not. */
export function sampleRateChange({ before, after }: SampleRates): SampleRateChange | undefined {
  if (before === after) return undefined;
  return after < before ? 'lower' : 'higher';
}

/**
 * Reports guards as broken that hold for the filter, but may not hold for the lines that the job pushes, because its sample_rate changes.
 * Guards on money hold or not as before: costs are those of the sample.
 * @param totals of the new filter: one that keeps no line loses none
 * @param rates undefined: the values are not shown
 */
export function guardsOfSampled(
  guards: readonly GuardResult[],
  change: SampleRateChange | undefined,
  { kept, undecided }: Pick<FilterTotals, 'kept' | 'undecided'>,
  rates: SampleRates | undefined,
): GuardResult[] {
  if (change === undefined || kept.lines + undecided.lines === 0) return [...guards];
  const values = rates === undefined ? `is ${change}` : `changes from ${rates.before} to ${rates.after}`;
  const effect = change === 'lower' ? 'drops lines' : 'newly pushes lines';
  return guards.map((guard) => {
    if (!guard.holds || !mayBreak(guard, change)) return guard;
    return {
      ...guard,
      holds: false,
      found: `${guard.found}, by the filter; sample_rate ${values} and ${effect} at random`,
    };
  });
}

/** Figures that a lower rate makes smaller or larger. */
const SMALLER: readonly ThresholdGuard['figure'][] = ['kept', 'kept-bytes', 'newly-kept', 'newly-kept-bytes'];
const LARGER: readonly ThresholdGuard['figure'][] = ['dropped', 'newly-dropped', 'newly-dropped-bytes'];
/** Figures that a higher rate makes smaller: the old job pushed fewer lines than its filter kept, and cannot lose the others. */
const SMALLER_WITH_MORE: readonly ThresholdGuard['figure'][] = ['newly-dropped', 'newly-dropped-bytes'];
/** Figures that it makes larger. */
const LARGER_WITH_MORE: readonly ThresholdGuard['figure'][] = ['newly-kept', 'newly-kept-bytes'];

function mayBreak({ kind, guard }: GuardResult, change: SampleRateChange): boolean {
  if (kind !== 'threshold') return kind === 'never-drop' && change === 'lower';
  const { figure, operator } = parseGuard(guard);
  const isEither = operator === '==' || operator === '!=';
  const isMost = isEither || operator === '<' || operator === '<=';
  const isLeast = isEither || operator === '>' || operator === '>=';
  if (change === 'higher')
    return (isMost && LARGER_WITH_MORE.includes(figure)) || (isLeast && SMALLER_WITH_MORE.includes(figure));
  return (isLeast && SMALLER.includes(figure)) || (isMost && LARGER.includes(figure));
}
