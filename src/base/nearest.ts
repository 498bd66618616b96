// "Did you mean": the nearest of the known names, if any is near.
import { closest, distance } from 'fastest-levenshtein';

/**
 * The known name nearest to what was written; case counts least.
 * @returns undefined when none is within a third of its letters (at least two)
 */
export function nearest(written: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  const folded = written.toLowerCase();
  const same = names.find((name) => name.toLowerCase() === folded);
  if (same !== undefined || names.length === 0) return same;
  const byFolded = new Map(names.map((name) => [name.toLowerCase(), name]));
  const found = closest(folded, [...byFolded.keys()]);
  const allowed = Math.max(2, Math.floor(found.length / 3));
  return distance(folded, found) <= allowed ? byFolded.get(found) : undefined;
}
