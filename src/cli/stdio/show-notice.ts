// Warns about fields of --show that are probably misspelled: the dataset lacks them, and so do the lines.
import { nearest } from '../../base/index.ts';
import { getDataset, MAX_COMPARED_LENGTH } from '../../dataset/index.ts';
import { PLACE_COLUMN } from '../../render/index.ts';
import type { OutputSettings } from './output.ts';

/**
 * Returns a warning for each field that neither the catalog nor a line has.
 * @param found names of the fields of the lines, if they were counted
 */
export function showWarnings(
  show: OutputSettings['show'],
  datasetName: string,
  found: readonly { name: string }[] = [],
): string[] {
  if (show === undefined || show === 'all') return [];
  const { fields } = getDataset(datasetName);
  const known = new Set([...fields.keys(), ...found.map(({ name }) => name)]);
  return show
    .filter((name) => name !== PLACE_COLUMN && !known.has(name))
    .map((name) => {
      const near = name.length > MAX_COMPARED_LENGTH ? undefined : nearest(name, known);
      const fix = near === undefined ? '' : `; did you mean ${near}?`;
      return `--show: found ${JSON.stringify(name.slice(0, MAX_COMPARED_LENGTH))}, which is not a field of ${datasetName}${fix}`;
    });
}
