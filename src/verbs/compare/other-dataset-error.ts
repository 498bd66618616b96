// Decides whether lines belong to another dataset than the job that is compared on them: its figures would mean nothing. Reads no logs.
import type { Sample } from '../../analysis/aggregates/index.ts';
import { HeadgateError, isPlainObject } from '../../base/index.ts';
import { type Dataset, type OtherDatasets, otherDatasetsOf } from '../../language/dataset/index.ts';

/** Lines whose fields are counted: enough to find those that most lines contain. Our own choice. */
export const LINES_FOR_DATASET = 64;

/**
 * Returns the error `other-dataset` if the lines look like those of another dataset.
 * @param lines a uniform sample of all lines
 * @param guess from the first lines of a file, for lines that are not JSON; undefined: none
 */
export function otherDatasetError(
  lines: readonly Sample[],
  guess: OtherDatasets | undefined,
  dataset: Dataset,
): HeadgateError | undefined {
  const records = lines.slice(0, LINES_FOR_DATASET).flatMap(({ line }) => recordIn(line) ?? []);
  const counts = new Map<string, number>();
  for (const name of records.flatMap((record) => Object.keys(record))) counts.set(name, (counts.get(name) ?? 0) + 1);
  const fields = [...counts].map(([name, count]) => ({ name, lines: count }));
  const other = records.length === 0 ? guess : otherDatasetsOf(fields, records.length, dataset);
  if (other === undefined) return undefined;
  return new HeadgateError(
    'other-dataset',
    `cannot compare: found lines that look like ${other.names.join(' or ')}, expected ${dataset.name}, the dataset of the job; pass a source of that dataset, or none to read the destination of the job`,
  );
}

function recordIn(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
