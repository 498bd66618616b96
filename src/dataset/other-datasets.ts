// A guess from field names: are lines of another dataset than the one they are read as? Advice for reports, never a rule. Pure.
import { DATASET_NAMES, getDataset } from './catalog.ts';
import type { Dataset } from './field.ts';

/** Part of the lines in which a field must occur to count. Ours. */
const MOST_LINES = 0.5;
/** Part of these fields that the dataset must lack. A third: datasets share fields such as `ClientIP`, so fewer say nothing. Ours. */
const LEAST_FOREIGN = 1 / 3;
/** Part of the lacking fields that the other dataset must have. Ours. */
const LEAST_EXPLAINED = 0.5;

/** Datasets that lines look like. */
export interface OtherDatasets {
  /** Those that have the most of the fields, in the order of the documentation: at least one. */
  names: readonly string[];
  /** Fields of the lines that the dataset lacks and all of `names` have. At least one. */
  fields: readonly string[];
}

/**
 * Finds the datasets that lines look like.
 * @param found fields of the lines, each with the lines that hold it
 * @param lines in all
 * @param dataset that the lines are read as
 * @returns undefined where that dataset has most of the fields, or no other one has more of them
 */
export function otherDatasetsOf(
  found: readonly { name: string; lines: number; rest?: true }[],
  lines: number,
  dataset: Dataset,
): OtherDatasets | undefined {
  const names = found.filter((one) => one.rest !== true && one.lines >= lines * MOST_LINES).map(({ name }) => name);
  const foreign = names.filter((name) => !dataset.fields.has(name));
  if (foreign.length === 0 || foreign.length < names.length * LEAST_FOREIGN) return undefined;
  const known = DATASET_NAMES.map((name) => {
    const { fields } = getDataset(name);
    return { name, fields, count: names.filter((field) => fields.has(field)).length };
  });
  const most = Math.max(...known.map(({ count }) => count));
  if (most <= names.length - foreign.length) return undefined;
  const best = known.filter(({ count }) => count === most);
  const fields = foreign.filter((field) => best.every((one) => one.fields.has(field)));
  if (fields.length === 0 || fields.length < foreign.length * LEAST_EXPLAINED) return undefined;
  return { names: best.map(({ name }) => name), fields };
}
