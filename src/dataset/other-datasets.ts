// Guesses from field names whether lines belong to another dataset than the assumed one. For advice in reports only.
import { DATASET_NAMES, getDataset } from './catalog.ts';
import type { Dataset } from './field.ts';

/** Share of the lines that must have a field for it to count. Our own choice. */
const MOST_LINES = 0.5;
/** Share of these fields that the assumed dataset must lack. Our own choice: datasets share fields such as `ClientIP`, so a smaller share proves nothing. */
const LEAST_FOREIGN = 1 / 3;
/** Share of the lacking fields that the other dataset must have. Our own choice. */
const LEAST_EXPLAINED = 0.5;

/** The datasets that lines probably belong to. */
export interface OtherDatasets {
  /** The datasets with the most matching fields, in the order of the documentation. At least one. */
  names: readonly string[];
  /** Fields of the lines that the assumed dataset lacks and that all of `names` have. At least one. */
  fields: readonly string[];
}

/**
 * Finds the datasets that lines probably belong to.
 * @param found fields of the lines, each with the number of lines that have it
 * @param lines total number of lines
 * @param dataset the assumed dataset
 * @returns undefined when the assumed dataset has most of the fields, or no other dataset has more of them
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
