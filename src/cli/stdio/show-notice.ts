// Warns about fields of --show that are probably misspelled: the dataset lacks them, and so do the lines.
import { startOf } from '../../base/index.ts';
import { getDataset, MAX_COMPARED_LENGTH, nearestField } from '../../language/dataset/index.ts';
import { PLACE_COLUMN } from '../../report/index.ts';
import type { ReplayResult } from '../../verbs/index.ts';
import type { OutputFlags } from '../flags/output-flags.ts';

/**
 * Returns a warning for each field that neither the datasets nor the lines have.
 * @param isInLines whether a line has the field: the catalog may lack it
 */
export function showWarnings(
  show: OutputFlags['show'],
  datasetNames: readonly string[],
  isInLines: (name: string) => boolean,
): string[] {
  const datasets = [...new Set(datasetNames)];
  if (show === undefined || show === 'all' || datasets.length === 0) return [];
  const found = datasets.map(getDataset);
  return show
    .filter((name) => name !== PLACE_COLUMN && !found.some(({ fields }) => fields.has(name)) && !isInLines(name))
    .map((name) => {
      const [near] = found.flatMap((dataset) => nearestField(name, dataset) ?? []);
      const fix = near === undefined ? '' : `; did you mean ${near}?`;
      return `--show: found ${JSON.stringify(startOf(name, MAX_COMPARED_LENGTH))}, which is not a field of ${datasets.join(', ')}${fix}`;
    });
}

/** Whether a line of a replay has a field; without field statistics, whether an example has it. */
export function hasField({ fields = [], jobs = [], guards = [] }: ReplayResult, name: string): boolean {
  if (fields.some((field) => field.name === name)) return true;
  const samples = [
    ...jobs.flatMap(({ samples: { kept, dropped, undecided }, samplesFor = [] }) => [
      ...[...kept, ...dropped, ...undecided],
      ...samplesFor.flatMap((one) => one.samples),
    ]),
    ...guards.flatMap(({ lines = [] }) => lines),
  ];
  return samples.some(({ line }) => hasKey(line, name));
}

/** Whether a line contains a key, at any depth. */
export function hasKey(line: string, name: string): boolean {
  return line.includes(`${JSON.stringify(name)}:`) || line.includes(`${JSON.stringify(name)} :`);
}
