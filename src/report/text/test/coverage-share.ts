// Prints the coverage of filter tests, and the coverage that they must have. Compares nothing.
import type { FilterCoverage, FilterTest } from '../../../analysis/suite/index.ts';
import { SAFE_DIGITS } from '../../../base/index.ts';

/** Maximum number of decimals: those of a share of `SAFE_DIGITS` digits. */
const MAX_DECIMALS = SAFE_DIGITS;

/**
 * Prints a coverage in percent, rounded down: 100 % only if it is all. It has one decimal, and more if it would be below a required one that
 * it reaches.
 */
export function printCoverageShare(
  { covered, goals }: Pick<FilterCoverage, 'covered' | 'goals'>,
  isCovered: FilterTest['isCovered'],
  required: number | null,
): string {
  if (goals === 0) return '100 %';
  const least = required === null || !isCovered ? 0 : percentOf(required);
  for (let decimals = 1; decimals <= MAX_DECIMALS; decimals += 1) {
    const scale = 10 ** decimals;
    const percent = Number((BigInt(covered) * 100n * BigInt(scale)) / BigInt(goals)) / scale;
    if (percent >= least) return `${percent} %`;
  }
  return `${least} %`;
}

/** Prints a required coverage with all of its digits. */
export function printRequiredCoverage(required: number): string {
  return `${percentOf(required)} %`;
}

/** Without the rounding error of a product. */
function percentOf(share: number): number {
  return Number((share * 100).toPrecision(SAFE_DIGITS));
}
