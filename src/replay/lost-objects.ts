// Objects of which a part or all could not be read: one entry for each, whatever the order in which they were read.
import type { Problem } from './report.ts';
import { byPlace } from './sample-tally.ts';

/** Orders entries by object and keeps the first of each object. @param found of any number of threads and parts of files */
export function lostObjects(found: readonly Problem[]): Problem[] {
  const sorted = [...found].sort((a, b) => byPlace(a, b) || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
  return sorted.filter(({ object }, index) => object !== sorted[index - 1]?.object);
}
