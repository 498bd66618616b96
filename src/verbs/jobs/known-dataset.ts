// Finds the dataset of a job. The platform may have datasets that headgate does not know.
import { HeadgateError } from '../../base/index.ts';
import { type Dataset, getDataset } from '../../language/dataset/index.ts';

/** Returns the dataset; undefined if headgate does not know it. The plan of the job reports it. */
export function knownDataset(name: string): Dataset | undefined {
  try {
    return getDataset(name);
  } catch (error) {
    if (error instanceof HeadgateError) return undefined;
    throw error;
  }
}
