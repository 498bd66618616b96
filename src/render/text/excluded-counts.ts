// What was set apart while reading, in one line below the head of a report: `  lines: 3 malformed, 1 blank`.
import { printCount } from './style.ts';

/** Counts that are not zero, each with what they are of; nothing where all are. */
export function printExcludedCounts(of: string, counts: readonly (readonly [number, string])[]): string[] {
  const shown = counts.filter(([count]) => count > 0).map(([count, what]) => `${printCount(count)} ${what}`);
  return shown.length === 0 ? [] : [`  ${of}: ${shown.join(', ')}`];
}
