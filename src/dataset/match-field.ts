// Finds the field of a dataset that a key of a line means, also if the key differs from it in letter case. The platform itself
// compares names exactly.
import type { Dataset } from './field.ts';

const lowerNames = new WeakMap<Dataset, ReadonlyMap<string, string>>();

/** Returns the field whose name differs from `key` in letter case only; undefined if there is none, or `key` is a field itself. */
export function fieldInOtherCase(dataset: Dataset, key: string): string | undefined {
  if (dataset.fields.has(key)) return undefined;
  let names = lowerNames.get(dataset);
  if (names === undefined) {
    names = new Map([...dataset.fields.keys()].map((name) => [name.toLowerCase(), name]));
    lowerNames.set(dataset, names);
  }
  return names.get(key.toLowerCase());
}
