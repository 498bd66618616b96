// Names of pools and policies in a sentence: the first few in quotation marks, and how many more there are.
import { printCount } from '../../../base/index.ts';

/** The most names in a sentence. */
const MAX_NAMES = 3;

/** `"a", "b"`; `"a", "b", "c" and 4 more`. @param names at least one */
export function printNames(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_NAMES)
    .map((name) => JSON.stringify(name))
    .join(', ');
  return names.length <= MAX_NAMES ? shown : `${shown} and ${printCount(names.length - MAX_NAMES)} more`;
}
