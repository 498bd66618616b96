// Errors of a source without log lines, such as a HAR file, a job, a ruleset or another format. A report on it would be empty.
import { HeadgateError } from '../../base/index.ts';
import { isForeignContent } from '../destination/index.ts';
import type { SourceObject } from '../sources/index.ts';
import type { ReadTotal } from './read-total.ts';

/** An object without logs. */
export interface NonLogFile {
  item: SourceObject;
  /** `NOT_LOGS` of src/input/record; names the content of the object. */
  error: HeadgateError;
}

/** Adds the object's name to the error of the record reader. */
export function notLogsError({ item, error }: NonLogFile): HeadgateError {
  return new HeadgateError(error.code, `cannot read ${item.object.name}: ${error.message}`, { cause: error });
}

/**
 * Ends a run in which no object contains logs.
 * @param files objects without logs, in any order
 * @param objectsInAll of the run
 * @throws HeadgateError `not-logs`, of the first object by name
 */
export function rejectNonLogs(files: readonly NonLogFile[], objectsInAll: number): void {
  if (files.length === 0 || files.length < objectsInAll) return;
  throw notLogsError(files.reduce((first, one) => (one.item.object.name < first.item.object.name ? one : first)));
}

/**
 * Ends a run whose only object has a format or compression that the program cannot read.
 * @param objectsInAll of the run
 * @throws HeadgateError with the code of the finding
 */
export function rejectForeignContent({ lost: [first] }: ReadTotal, objectsInAll: number): void {
  if (objectsInAll !== 1 || first === undefined || !isForeignContent(first.code)) return;
  throw new HeadgateError(first.code, `cannot read ${first.object}: ${first.message}`);
}
