// Files that were given as logs and are none: a HAR file, a job, a ruleset. What becomes of a run that meets them.
import { HeadgateError } from '../../base/index.ts';
import type { SourceObject } from '../sources.ts';

/** An object that is no logs, with what it is. */
export interface OtherFile {
  item: SourceObject;
  /** `NOT_LOGS` of src/record. */
  error: HeadgateError;
}

/** The error as it is told where that ends the run. */
export function notLogs({ item, error }: OtherFile): HeadgateError {
  return new HeadgateError(error.code, `cannot read ${item.object.name}: ${error.message}`, { cause: error });
}

/**
 * Ends the run where there was nothing else in it.
 * @param others in any order
 * @param objectsInAll of the run
 * @throws HeadgateError `not-logs`, of the first one by name
 */
export function refuseOthers(others: readonly OtherFile[], objectsInAll: number): void {
  if (others.length === 0 || others.length < objectsInAll) return;
  throw notLogs(others.reduce((first, one) => (one.item.object.name < first.item.object.name ? one : first)));
}
