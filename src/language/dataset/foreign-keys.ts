// Compares the keys of lines with the fields of a dataset where they do not match: keys in another letter case, and lines without any
// field. The platform compares names exactly.
import type { Dataset } from './field.ts';
import { fieldInOtherCase } from './nearest-field.ts';
import { type CountedKey, type OtherDatasets, otherDatasetsOf } from './other-datasets.ts';

/** Keys of lines that are not fields of the dataset, where that explains why a filter finds no fields. */
export interface ForeignKeys {
  /** Keys that differ from a field in letter case only, where no line has that field; one key for each field, tested fields first. */
  otherCase: readonly { key: string; field: string }[];
  /** The most frequent keys of the lines, if none is a field in any letter case; else empty. */
  unknown: readonly string[];
}

/** The key around the records in the answer of an Elasticsearch or OpenSearch search. */
const SEARCH_HITS = 'hits';

/** Says how to find the fields of lines without any. @param keys of the lines */
export function wrappedAdvice(keys: readonly string[]): string {
  return keys.includes(SEARCH_HITS)
    ? "if the fields are in the hits of a search, read these with --input 'json:hits.hits[]'"
    : 'if the fields are inside one of them, name it with --unwrap PATH';
}

/** Maximum length of {@link ForeignKeys.unknown}. Our own choice. */
const MAX_UNKNOWN = 20;

/**
 * Finds foreign keys.
 * @param found keys of the lines, each with the number of lines that have it
 * @returns undefined if there are none
 */
function foreignKeysOf(
  found: readonly CountedKey[],
  dataset: Dataset,
  tested: readonly string[],
): ForeignKeys | undefined {
  const keys = found.filter(({ rest }) => rest !== true);
  const names = new Set(keys.map(({ name }) => name));
  const byField = new Map<string, string>();
  for (const key of [...names].sort()) {
    const field = fieldInOtherCase(dataset, key)?.name;
    if (field !== undefined && !names.has(field) && !byField.has(field)) byField.set(field, key);
  }
  const isUnknown = keys.length > 0 && byField.size === 0 && keys.every(({ name }) => !dataset.fields.has(name));
  if (byField.size === 0 && !isUnknown) return undefined;
  const inOrder = isUnknown ? keys.toSorted((a, b) => b.lines - a.lines || (a.name < b.name ? -1 : 1)) : [];
  return {
    otherCase: [...byField]
      .map(([field, key]) => ({ key, field }))
      .sort(
        (a, b) => Number(tested.includes(b.field)) - Number(tested.includes(a.field)) || (a.field < b.field ? -1 : 1),
      ),
    unknown: inOrder.slice(0, MAX_UNKNOWN).map(({ name }) => name),
  };
}

/**
 * Returns what the keys of lines say about the dataset: other datasets that they resemble, and foreign keys. A key without a remark is
 * absent.
 * @param lines total number of lines
 * @param tested fields that the filters test
 */
export function keyRemarksOf(
  found: readonly CountedKey[],
  lines: number,
  dataset: Dataset,
  tested: readonly string[],
): { otherDatasets?: OtherDatasets; foreignKeys?: ForeignKeys } {
  const otherDatasets = otherDatasetsOf(found, lines, dataset);
  if (otherDatasets !== undefined) return { otherDatasets };
  const foreignKeys = foreignKeysOf(found, dataset, tested);
  return foreignKeys === undefined ? {} : { foreignKeys };
}
