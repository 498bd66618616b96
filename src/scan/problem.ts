// Something wrong in the data, with its place; and the order in which reports list such places.

/** Problems of one code that a report lists; the others are only counted. */
export const PROBLEMS_PER_CODE = 20;

/** Something wrong in the data, with its place. `offset` counts bytes of the inflated object. */
export interface Problem {
  code: string;
  object: string;
  offset: number;
  message: string;
}

/** Orders by object name, then offset. */
export function byPlace(a: { object: string; offset: number }, b: { object: string; offset: number }): number {
  if (a.object !== b.object) return a.object < b.object ? -1 : 1;
  return a.offset - b.offset;
}

/**
 * Sorts lost objects by name and keeps the first problem of each, so that the order in which they were read does not matter.
 * @param found by any number of threads, in any number of parts of files
 */
export function lostObjects(found: readonly Problem[]): Problem[] {
  const sorted = [...found].sort((a, b) => byPlace(a, b) || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
  return sorted.filter(({ object }, index) => object !== sorted[index - 1]?.object);
}
