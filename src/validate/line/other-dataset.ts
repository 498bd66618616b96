// The advice where most lines have the fields of another dataset than the job's. Never a rule of its own.
import { type Dataset, otherDatasetsOf } from '../../dataset/index.ts';
import type { RuleCount } from '../finding-tally.ts';

/** Share of the lines that must have fields beyond the job's before a guess is made. Ours. */
const MOST_LINES = 0.5;
/** Fields named. */
const FIELDS_NAMED = 3;

/** A sentence, where the fields that lines have beside those of the job are mostly of another dataset. */
export function otherDatasetHint(found: readonly RuleCount[], read: number, dataset: Dataset): string | undefined {
  const extra = found.find(({ code }) => code === 'field-extra');
  if (extra === undefined || extra.count < read * MOST_LINES) return undefined;
  const other = otherDatasetsOf(extra.details.names, extra.count, dataset);
  if (other === undefined) return undefined;
  return `the lines look like ${other.names.join(' or ')} (${other.fields.slice(0, FIELDS_NAMED).join(', ')}), the job is of ${dataset.name}: give the job that writes here`;
}
