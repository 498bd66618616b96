// The advice for lines that mostly have the fields of a dataset other than the job's. Not a rule.
import { type Dataset, otherDatasetsOf } from '../../../language/dataset/index.ts';
import type { RuleCount } from '../finding-tally.ts';

/** Share of the lines that must have fields beyond the job's before headgate names another dataset. Our choice. */
const MOST_LINES = 0.5;
/** Maximum number of fields named. */
const FIELDS_NAMED = 3;

/** Returns a sentence if the fields that the job does not list belong mostly to another dataset. */
export function otherDatasetHint(found: readonly RuleCount[], read: number, dataset: Dataset): string | undefined {
  const extra = found.find(({ code }) => code === 'field-extra');
  if (extra === undefined || extra.count < read * MOST_LINES) return undefined;
  const other = otherDatasetsOf(extra.details.names, extra.count, dataset);
  if (other === undefined) return undefined;
  return `the lines look like ${other.names.join(' or ')} (${other.fields.slice(0, FIELDS_NAMED).join(', ')}), the job is for ${dataset.name}: pass the job that writes here`;
}
