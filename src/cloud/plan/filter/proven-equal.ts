// Whether two filters keep and drop the same lines although they are written differently. Other notation alone: filter-key.ts.
import type { Dataset } from '../../../language/dataset/index.ts';
import { type Filter, testedFields } from '../../../language/filter/index.ts';
import { areEqual, type RecordDomain } from '../../../language/logic/index.ts';
import { filterKey } from './filter-key.ts';

/** The platform does not document how it compares these: a proof about headgate's reading does not cover it. docs/platform.md, "Filters". */
const UNDOCUMENTED: readonly (string | undefined)[] = ['float', 'timestamp'];

/**
 * Returns the records for which two filters are proven to have the same verdict: `any` record, with fields absent or null too, or only
 * `complete` ones; undefined if neither is proven. Filters that test floats or timestamps are equal only if their keys are.
 * @param from undefined: keeps every record; `to` likewise
 */
export function provenEqualFor(
  from: Filter | undefined,
  to: Filter | undefined,
  dataset: Dataset,
): RecordDomain | undefined {
  const [a, b] = [from, to].map((filter) => filter && filterKey(filter, dataset));
  if (a === b) return 'any';
  const isDocumented = [from, to]
    .flatMap(testedFields)
    .every((field) => !UNDOCUMENTED.includes(dataset.fields.get(field)?.type));
  if (!isDocumented) return undefined;
  const domains: readonly RecordDomain[] = ['any', 'complete'];
  return domains.find((domain) => areEqual(from, to, dataset, { domain }).answer === 'proven');
}
