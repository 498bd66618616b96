// Compares the coverage of a suite with the required one, exactly: as fractions of integers.
import { fractionOf, SAFE_DIGITS } from '../base/index.ts';
import type { FilterCoverage } from './coverage.ts';

/**
 * Whether a coverage is at least `required`, from 0 to 1. A number of up to `SAFE_DIGITS` digits is the decimal that it prints as. A number of
 * more digits was computed, such as `5 / 6`, and rounded: it is compared with the share, which is rounded in the same way.
 */
export function reachesCoverage({ covered, goals, share }: FilterCoverage, required: number): boolean {
  if (goals === 0) return true;
  const { top, bottom } = fractionOf(required);
  if (String(top).length > SAFE_DIGITS) return share >= required;
  return BigInt(covered) * bottom >= top * BigInt(goals);
}
