// "Did you mean": the known name closest to a misspelled one, if any is close enough.
import { closest, distance } from 'fastest-levenshtein';

/** Returns the edit distance of two names; differences in case do not count. */
export function editsBetween(a: string, b: string): number {
  return distance(a.toLowerCase(), b.toLowerCase());
}

/** Returns the known names by their edit distance, the smallest first; differences in case do not count. */
export function nearestFirst(written: string, known: Iterable<string>): string[] {
  return [...known]
    .map((name) => ({ name, edits: editsBetween(written, name) }))
    .sort((a, b) => a.edits - b.edits)
    .map(({ name }) => name);
}

/** Two edits turn a name of so many letters into any other word: they have to be of letters that change places. Letters. */
const SHORT_NAME = 3;

/**
 * Returns the known name with the smallest edit distance; differences in case do not count.
 * @returns undefined when every name differs in more than a third of its letters (and in more than two; of a short name in more than one, unless it has the same letters)
 */
export function nearest(written: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  const folded = written.toLowerCase();
  const same = names.find((name) => name.toLowerCase() === folded);
  if (same !== undefined || names.length === 0) return same;
  const byFolded = new Map(names.map((name) => [name.toLowerCase(), name]));
  const found = closest(folded, [...byFolded.keys()]);
  const isShort = Math.min(folded.length, found.length) <= SHORT_NAME;
  const allowed = Math.max(isShort && sorted(folded) !== sorted(found) ? 1 : 2, Math.floor(found.length / 3));
  return distance(folded, found) <= allowed ? byFolded.get(found) : undefined;
}

function sorted(letters: string): string {
  return [...letters].sort().join('');
}
