// Guesses from field names whether lines belong to another dataset than the assumed one, or to several. For advice in reports only.
import type { Count } from '../../base/index.ts';
import { DATASET_NAMES, getDataset } from './catalog.ts';
import type { Dataset } from './field.ts';

/** Share of the lines that must have a field for it to count. Our own choice. */
const MOST_LINES = 0.5;
/** Share of these fields that the assumed dataset must lack. Our own choice: datasets share fields such as `ClientIP`, so a smaller share proves nothing. */
const LEAST_FOREIGN = 1 / 3;
/** Share of the lacking fields that the other dataset must have. Our own choice. */
const LEAST_EXPLAINED = 0.5;

/** A key of lines, with the number of lines that have it. */
export interface CountedKey {
  name: string;
  lines: number;
  /** Stands for all other keys. */
  rest?: true;
}

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
  found: readonly CountedKey[],
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

/** Share of the lines that have a field, below which it proves nothing: fields are renamed and added. Chosen by headgate. */
const FEW_LINES = 0.01;
/** Fewest fields that only one of two datasets has. Chosen by headgate. */
const LEAST_OWN = 3;

/** A dataset of some of the lines. */
export interface MixedDataset {
  name: string;
  /** Lines that have the most frequent of the fields that only this dataset has: a lower bound. */
  lines: Count;
}

/**
 * Finds the datasets of lines that belong to several: each has fields of its own, and no line can have those of two.
 * @param found fields of the lines, each with the number of lines that have it
 * @param lines total number of lines
 * @returns at least two, the one with the most lines first; undefined if the lines may belong to one dataset
 */
export function mixedDatasetsOf(found: readonly CountedKey[], lines: number): MixedDataset[] | undefined {
  const counted = found.filter((one) => one.rest !== true && one.lines >= lines * FEW_LINES);
  const names: string[] = [];
  for (let left = counted; left.length >= LEAST_OWN; ) {
    const name = mostOf(left);
    const next = left.filter((field) => !getDataset(name).fields.has(field.name));
    if (left.length - next.length < LEAST_OWN) break;
    names.push(name);
    left = next;
  }
  const mixed = names.map((name): MixedDataset & { own: number } => {
    const others = names.filter((other) => other !== name).map((other) => getDataset(other).fields);
    const own = counted.filter(
      (field) => getDataset(name).fields.has(field.name) && !others.some((fields) => fields.has(field.name)),
    );
    return { name, lines: Math.max(0, ...own.map((field) => field.lines)), own: own.length };
  });
  const all = mixed.reduce((sum, one) => sum + one.lines, 0);
  if (mixed.length < 2 || all > lines || mixed.some(({ own }) => own < LEAST_OWN)) return undefined;
  return mixed.map(({ name, lines: ofIt }) => ({ name, lines: ofIt })).sort((a, b) => b.lines - a.lines);
}

/** The dataset that has most of the fields, counted by lines. */
function mostOf(found: readonly CountedKey[]): string {
  const known = DATASET_NAMES.map((name) => {
    const { fields } = getDataset(name);
    return { name, count: found.reduce((sum, field) => sum + (fields.has(field.name) ? field.lines : 0), 0) };
  });
  return known.reduce((best, one) => (one.count > best.count ? one : best)).name;
}
