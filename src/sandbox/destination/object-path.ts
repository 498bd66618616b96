// The place of an object within a destination: replaces {DATE}, and keeps every name inside the destination.
import { HeadgateError } from '../../base/index.ts';
import { DATE_PLACEHOLDER } from '../../input/destination/index.ts';

const DAY = /^\d{8}$/;
/** Names that lead to another folder, or to a hidden file. */
const UNSAFE_NAME = /^\.|[/\\\0]/;

/**
 * Returns the folder of an object.
 * @param place a path or a prefix, which may contain `{DATE}`
 * @param day as `YYYYMMDD`
 * @param name of the object, checked only
 * @throws HeadgateError `push-failed` if the name contains a folder, or the day is no day
 */
export function folderOfObject(place: string, day: string, name: string): string {
  if (name === '' || UNSAFE_NAME.test(name) || !DAY.test(day)) {
    throw new HeadgateError(
      'push-failed',
      `cannot write an object: found the name ${JSON.stringify(name)} and the day ${JSON.stringify(day)}, expected a file name without a folder, and YYYYMMDD`,
    );
  }
  return place.replaceAll(DATE_PLACEHOLDER, day);
}

/** Creates the error of a failed put. @param object its key or path, without secrets */
export function pushFailed(object: string, reason: string): HeadgateError {
  return new HeadgateError('push-failed', `cannot write ${object}: ${reason}`);
}

/** Returns why a signal ended a put. */
export function abortReason({ reason }: AbortSignal): string {
  return reason instanceof HeadgateError ? reason.message : 'the write was aborted';
}
