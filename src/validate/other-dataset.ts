// A guess: do these lines belong to a job of another dataset? Told as advice where most lines have the wrong fields; never a rule.
import { DATASET_NAMES, type Dataset, getDataset } from '../dataset/index.ts';
import type { RuleCount } from './finding-tally.ts';

/** Share of the lines that must have foreign fields before a guess is made; ours. */
const MOST_LINES = 0.5;

/** A sentence, where the fields that lines have beside those of the job are all of one other dataset and not of this one. */
export function otherDatasetHint(found: readonly RuleCount[], read: number, dataset: Dataset): string | undefined {
  const extra = found.find(({ code }) => code === 'field-extra');
  if (extra === undefined || extra.count < read * MOST_LINES) return undefined;
  const foreign = extra.details.names
    .filter(({ name, lines }) => lines >= extra.count * MOST_LINES && !dataset.fields.has(name))
    .map(({ name }) => name);
  if (foreign.length === 0) return undefined;
  const other = DATASET_NAMES.find((name) => foreign.every((field) => getDataset(name).fields.has(field)));
  if (other === undefined) return undefined;
  return `the lines look like ${other} (${foreign.slice(0, 3).join(', ')}), the job is of ${dataset.name}: give the job that writes here`;
}
