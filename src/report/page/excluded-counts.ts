// Prints the counts of excluded lines or objects on one line: `  lines: 3 malformed, 1 blank`.
import { printCount } from '../../base/index.ts';

/** Prints the nonzero counts with their labels; nothing if all are zero. */
export function printExcludedCounts(of: string, counts: readonly (readonly [number, string])[]): string[] {
  const shown = counts.filter(([count]) => count > 0).map(([count, what]) => `${printCount(count)} ${what}`);
  return shown.length === 0 ? [] : [`  ${of}: ${shown.join(', ')}`];
}

/** The label of day folders that were not listed. */
export function dayFoldersOutside(count: number): string {
  return `day ${count === 1 ? 'folder' : 'folders'} outside the time range`;
}
